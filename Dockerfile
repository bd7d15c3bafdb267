# The command line in a slim image, for a user without rights, that needs no network at run time.
#
#     docker build --tag rte-baselines .
#     docker run --rm --network none --volume "$PWD:/data" rte-baselines explain --help
ARG PYTHON=3.12

FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/rte-baselines \
    && python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels . \
    && /opt/rte-baselines/bin/pip install --no-cache-dir /wheels/*.whl

FROM python:${PYTHON}-slim
RUN useradd --uid 1000 --create-home user && mkdir /data && chown user /data
COPY --from=build /opt/rte-baselines /opt/rte-baselines
USER 1000
WORKDIR /data
ENTRYPOINT ["/opt/rte-baselines/bin/rte-baselines"]
CMD ["--help"]

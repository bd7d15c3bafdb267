# Sourced by the other scripts: finds a Python, makes .venv beside the project, installs into it.

# Only the modules that are used are compiled, when they are first imported. What is compiled is kept,
# also where the user's environment says otherwise: else each of many processes would compile them.
export PIP_NO_COMPILE=1
unset PYTHONDONTWRITEBYTECODE

python_is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null
}

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python3.10 python; do
        if [ -n "$candidate" ] && python_is_new_enough "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "error: Python 3.10 or newer is needed; name one with PYTHON=/path/to/python" >&2
    exit 1
}

# Installs what is named into the environment in a folder: with uv, which takes a fifth of the time,
# or with pip where uv cannot be had or does not find the packages, as it does not read pip's settings.
#
#     install ENVIRONMENT [options of `pip install`]
install() {
    local python=$1/bin/python
    shift
    if find_uv && "$UV" pip install --python "$python" "$@" >&2; then
        return
    fi
    echo "Installing with pip, which takes a few minutes ..." >&2
    # Warnings about configured package locations that do not exist are not about this project.
    "$python" -m pip install --disable-pip-version-check --quiet --no-color --use-pep517 \
        "$@" 2> >(grep -v '^WARNING: Location .* is ignored' >&2)
}

# Sets UV to the program of that name, which is installed into .venv.
find_uv() {
    UV=$PWD/.venv/bin/uv
    [ -x "$UV" ] ||
        .venv/bin/python -m pip install --disable-pip-version-check --quiet uv 2>/dev/null
}

# Installs the project into .venv, unless that has been done since pyproject.toml last changed.
#
#     set_up [EXTRA]    with the packages of an optional extra of pyproject.toml, such as dev
set_up() {
    local extra=${1:-}
    local mark=.venv/installed${extra:+-$extra}
    cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
    # An incomplete environment, or one without its Python, is created again.
    if ! python_is_new_enough .venv/bin/python; then
        "$(find_python)" -m venv --clear .venv
    fi
    if [ -e "$mark" ] && [ ! pyproject.toml -nt "$mark" ]; then
        return
    fi
    echo "Installing rte_baselines${extra:+ with its extra $extra} into .venv" >&2
    SECONDS=0
    install .venv --editable ".${extra:+[$extra]}"
    touch "$mark"
    echo "Installed in $SECONDS s; .venv takes $(du -sh .venv | cut -f 1)." >&2
    # Tests run in many processes, several of which would compile the same kernels at once.
    if [ "$extra" = dev ]; then
        .venv/bin/rte-baselines warm
    fi
}

# Sets TMPDIR to a file system in memory, where there is one with room, unless the user has set it.
# Thousands of small files are written and removed there in a fraction of the time.
use_memory_for_temporary_files() {
    local folder=/dev/shm needed_kilobytes=$((1 << 20))
    if [ -z "${TMPDIR:-}" ] && [ -w "$folder" ] &&
        [ "$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')" -ge "$needed_kilobytes" ]; then
        export TMPDIR=$folder
    fi
}

"""A table in each of the formats that pairs and runs are read from, by its rows and columns."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

Source = Path | pd.DataFrame | list[dict[str, Any]]
"""What is read: a file, a frame or records."""


def as_csv(frame: pd.DataFrame, folder: Path) -> Path:
    frame.to_csv(folder / "table.csv", index=False)
    return folder / "table.csv"


def as_json_lines(frame: pd.DataFrame, folder: Path) -> Path:
    rows = map(json.dumps, frame.to_dict("records"))
    (folder / "table.jsonl").write_text("\n".join(rows) + "\n", "utf-8")
    return folder / "table.jsonl"


def as_parquet(frame: pd.DataFrame, folder: Path) -> Path:
    frame.to_parquet(folder / "table.parquet", index=False)
    return folder / "table.parquet"


def as_frame(frame: pd.DataFrame, _: Path) -> pd.DataFrame:
    return frame


def as_records(frame: pd.DataFrame, _: Path) -> list[dict[str, Any]]:
    return frame.to_dict("records")


TABLE_FORMATS: tuple[Callable[[pd.DataFrame, Path], Source], ...] = (
    as_csv,
    as_json_lines,
    as_parquet,
    as_frame,
    as_records,
)

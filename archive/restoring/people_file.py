"""Reads which worker IDs of an archive are which accounts."""

from __future__ import annotations

import csv
from pathlib import Path

from moments.base.errors import BadInput, BadLine

COLUMNS = ["worker_id", "account"]


def accounts_in(path: Path) -> dict[str, str]:
    """Worker ID → account; raises BadInput naming the file and line."""
    accounts: dict[str, str] = {}
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            if next(reader, None) != COLUMNS:
                raise BadLine(str(path), 1, f"expected the columns {','.join(COLUMNS)}")
            for row in reader:
                if len(row) != 2 or not all(row):
                    raise BadLine(str(path), reader.line_num, "expected a worker ID and an account")
                if row[0] in accounts:
                    raise BadLine(str(path), reader.line_num, f"{row[0]} is listed twice")
                accounts[row[0]] = row[1]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    return accounts

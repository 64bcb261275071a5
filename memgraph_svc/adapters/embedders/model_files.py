"""Read a model's two files from a jar, a zip or a folder."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Final

from memgraph_svc.errors import EmbeddingError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_model_file"]

_HINT: Final = (
    "delete the file so that it is fetched again, or point to a folder with an .onnx and a tokenizer.json file"
)


def read_model_file(path: Path, suffix: str) -> bytes:
    """Read the one file at the top of a zip, a jar or a folder whose name has the ending.

    Nothing is unpacked to disk, so an interrupted start leaves no half-written file behind.

    Args:
        path: Zip, jar or folder.
        suffix: ``.onnx`` or ``tokenizer.json``.

    Raises:
        EmbeddingError: It cannot be read, or it holds none or several of such files.
    """
    try:
        if path.is_dir():
            names = sorted(child.name for child in path.iterdir() if child.name.endswith(suffix))
            return (path / _only(names, path, suffix)).read_bytes()
        with zipfile.ZipFile(path) as archive:
            names = sorted(name for name in archive.namelist() if "/" not in name and name.endswith(suffix))
            return archive.read(_only(names, path, suffix))
    except (OSError, zipfile.BadZipFile) as error:
        raise EmbeddingError(f"cannot read the model file {path.name!r}: {type(error).__name__}", hint=_HINT) from error


def _only(names: list[str], path: Path, suffix: str) -> str:
    if len(names) != 1:
        raise EmbeddingError(f"{path.name!r} holds {len(names)} files that end in {suffix!r}, not one", hint=_HINT)
    return names[0]

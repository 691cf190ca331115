"""The one step of a release: builds wheel and sdist twice, compares them bit for bit, and looks at what is in them.

    python tools/release.py [FOLDER]         the folder for what was built (dist)

It takes the files of the last commit, and refuses if something is not committed. Then it tries the wheel in clean
environments (`tools/check_wheel.py`): with this Python and the newest dependencies, with the oldest that are allowed,
and with every other Python that is supported and installed here. It prints the hashes, and publishes nothing.
"""

from __future__ import annotations

import email
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "interpreter")]

from tools.check_wheel import check_contents  # noqa: E402

LICENCES = ("LICENSE", "NOTICE")
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


def main(folder: Path) -> None:
    if _git("status", "--porcelain").strip():
        sys.exit("something is not committed: a release is made of a commit")
    with tempfile.TemporaryDirectory() as name:
        built = [_built(Path(name) / str(number)) for number in range(2)]
        for one, other in zip(*built, strict=True):
            if one.read_bytes() != other.read_bytes():
                sys.exit(f"{one.name} is another one when it is built again")
        sdist, wheel = sorted(built[0], key=lambda path: path.suffix)
        check_contents(wheel)
        check_metadata(wheel)
        check_sdist(sdist)
        folder.mkdir(exist_ok=True)
        for path in (sdist, wheel):
            (folder / path.name).write_bytes(path.read_bytes())
    check = [sys.executable, str(ROOT / "tools" / "check_wheel.py"), str(folder / wheel.name)]
    others = {name: python for name in PYTHONS if (python := _other_python(name))}
    for more in ([], ["--lowest", "--short"], *(["--python", python, "--short"] for python in others.values())):
        subprocess.run([*check, *more], check=True)
    here = f"python3.{sys.version_info.minor}"
    print("not tried, since not installed here:", ", ".join({*PYTHONS} - {here, *others}) or "none")
    for path in (sdist, wheel):
        print(f"{hashlib.sha256((folder / path.name).read_bytes()).hexdigest()}  {path.name}")


def _other_python(name: str) -> str | None:
    """The command of another Python than this one, if it is there and starts."""
    found = shutil.which(name)
    if found is None or name == f"python3.{sys.version_info.minor}":
        return None
    return found if subprocess.run([found, "--version"], capture_output=True).returncode == 0 else None


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def _built(folder: Path) -> list[Path]:
    """sdist and wheel from the files of the last commit, in a folder of their own."""
    checkout, out = folder / "checkout", folder / "dist"
    checkout.mkdir(parents=True)
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(checkout, filter="data")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(out), str(checkout)], check=True, capture_output=True
    )
    return sorted(out.iterdir())


def check_metadata(wheel: Path) -> None:
    """Name, version, licence, lowest Python and what it needs are those of the project; licence files are there."""
    from rulewright import __version__

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (at,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = email.message_from_string(archive.read(at).decode())
    expected = {"Name": "rulewright", "Version": __version__, "License-Expression": "MIT", "Requires-Python": ">=3.11"}
    wrong = {key: told[key] for key, value in expected.items() if told[key] != value}
    missing = [name for name in LICENCES if not any(each.endswith(f"/licenses/{name}") for each in names)]
    if wrong or missing:
        sys.exit(f"{wheel.name}: metadata {wrong}; without {missing}")


def check_sdist(sdist: Path) -> None:
    """Every file of the commit that is no setting of an editor or of CI's machines, and nothing else."""
    with tarfile.open(sdist) as files:
        packed = {name.partition("/")[2] for name in files.getnames()}
    committed = {name for name in _git("ls-files").splitlines() if not name.startswith(".")}
    strangers = {name for name in packed - committed if name not in ("", "PKG-INFO") and not name.startswith(".")}
    if committed - packed or strangers:
        sys.exit(f"{sdist.name}: not in it: {sorted(committed - packed)}; should not be in it: {sorted(strangers)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")

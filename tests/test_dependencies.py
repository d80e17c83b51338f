"""What the bot is built from: pinned with hashes, from nowhere in particular, under licences that let anyone use it."""

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
PERMISSIVE = {
    "MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "PSF-2.0", "CNRI-Python", "OFL-1.1", "MIT License",
    "BSD License", "Apache Software License",
}  # fmt: skip
# Their own files stay under their licence; what uses them as a library need not.
LIBRARIES = {"LGPL-3.0-only", "MPL-2.0", "Mozilla Public License 2.0 (MPL 2.0)",
             "GNU Lesser General Public License v3 (LGPLv3)"}  # fmt: skip
SILENT = {"resvg-py": "MIT"}  # says nothing in its metadata


def pinned(lock: Path) -> dict[str, str]:
    """name → what the lock says about it."""
    parts = re.split(r"^(?=[a-z0-9])", lock.read_text(encoding="utf-8"), flags=re.IGNORECASE | re.MULTILINE)
    return {part.partition("==")[0].partition("[")[0]: part for part in parts if not part.startswith("#")}


def licences(name: str) -> set[str]:
    """The licences that a package comes under; all of them apply, or one may be chosen."""
    about = metadata(name)
    said = next((about[field] for field in ("License-Expression", "License") if field in about), None)
    said = said or SILENT.get(name, "")
    if len(said) > 60 or not said:  # the whole text of it
        kinds = [c for c in about.get_all("Classifier") or [] if c.startswith("License ::")]
        return {kind.rpartition("::")[2].strip() for kind in kinds}
    return set(re.split(r" AND | OR ", said))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_is_pinned_with_its_hashes(lock: Path) -> None:
    packages = pinned(lock)
    assert packages
    for name, part in packages.items():
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==[\w.!+-]+ \\\n", part), name
        assert re.findall(r"--hash=sha256:[0-9a-f]{64}", part), name


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place_to_download_from(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links|--trusted-host|git\+|file:/", text)


def test_what_the_tests_run_with_is_what_runs() -> None:
    running, testing = pinned(LOCKS[-1]), pinned(LOCKS[-2])
    assert LOCKS[-1].name == "requirements.lock"
    assert running.keys() <= testing.keys()
    for name, part in running.items():
        assert part.split()[0] == testing[name].split()[0]


@pytest.mark.parametrize("name", sorted(pinned(ROOT / "requirements.lock")))
def test_licences_let_anyone_use_it(name: str) -> None:
    try:
        found = licences(name)
    except PackageNotFoundError:
        pytest.skip("not installed on this kind of machine")
    assert found
    assert found <= PERMISSIVE | LIBRARIES

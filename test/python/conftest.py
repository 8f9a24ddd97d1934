"""Options and fixtures of the Python tests."""

import pytest

import handmade
import kina


def pytest_addoption(parser):
    """Adds --long."""
    parser.addoption("--long", action="store_true", help="run the slow variants too")


def pytest_collection_modifyitems(config, items):
    """Skips the tests that are marked long, unless --long is given."""
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow variant, run with --long"))


@pytest.fixture(scope="session")
def library_file(tmp_path_factory):
    """The file of the library that is written by hand."""
    return handmade.build(tmp_path_factory.mktemp("handmade"))


@pytest.fixture(scope="session")
def library(library_file):
    """The library that is written by hand."""
    return kina.load(library_file)

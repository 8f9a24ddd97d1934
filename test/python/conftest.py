"""Fixtures of the Python tests."""

import pytest

import handmade
import kina


@pytest.fixture(scope="session")
def library_file(tmp_path_factory):
    """The file of the library that is written by hand."""
    return handmade.build(tmp_path_factory.mktemp("handmade"))


@pytest.fixture(scope="session")
def library(library_file):
    """The library that is written by hand."""
    return kina.load(library_file)

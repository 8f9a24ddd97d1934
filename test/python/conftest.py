"""Fixtures of the Python tests."""

import os

import pytest

import handmade
import kina

# The tests compile what they are about; those of the cache state a folder of their own.
os.environ["KINA_CACHE_DIR"] = ""


@pytest.fixture(scope="session")
def library_file(tmp_path_factory):
    """The file of the library that is written by hand."""
    return handmade.build(tmp_path_factory.mktemp("handmade"))


@pytest.fixture(scope="session")
def library(library_file):
    """The library that is written by hand."""
    return kina.load(library_file)

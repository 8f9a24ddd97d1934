"""Options of all Python tests."""

import os

import pytest


def pytest_addoption(parser):
    """Adds --long and --seed."""
    parser.addoption("--long", action="store_true", help="run the slow variants too")
    parser.addoption(
        "--seed",
        type=int,
        default=int(os.environ.get("KINA_SEED", "0")),
        help="of the random tests (default: KINA_SEED, or 0)",
    )


def pytest_report_header(config):
    """Prints the seed."""
    return f"seed of the random tests: {config.getoption('--seed')} (--seed N or KINA_SEED=N)"


def pytest_collection_modifyitems(config, items):
    """Skips the tests that are marked long, unless --long is given."""
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="slow variant, run with --long"))


@pytest.fixture(scope="session")
def kina_seed(request) -> int:
    """The seed of the random tests."""
    return request.config.getoption("--seed")


@pytest.fixture(scope="session")
def is_long(request) -> bool:
    """Whether --long is given."""
    return request.config.getoption("--long")

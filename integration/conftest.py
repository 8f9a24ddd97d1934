"""The statistic of the random tests, at the end of the run."""

from integration import spread
from integration.fuzz import check


def pytest_terminal_summary(terminalreporter):
    """Prints what the random tests have met."""
    lines = spread.lines()
    met = check.ops_met.copy()
    programs = met.pop("programs", 0)
    if programs:
        made_of = ", ".join(f"{name} {count}" for name, count in sorted(met.items()))
        lines.append(f"{programs} whole programs of {met.total()} ops: {made_of}")
    if lines:
        terminalreporter.section("spread of the random tests")
        for line in lines:
            terminalreporter.write_line(line)

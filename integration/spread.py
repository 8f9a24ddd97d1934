"""How far the random tests got: what they have met, as a table at the end of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from integration.draw import EXTENTS
from integration.elements import ALL, FORMATS, widen
from integration.program import Program

examples: Counter[str] = Counter()
functions: Counter[str] = Counter()
folded: Counter[str] = Counter()
unjudged: Counter[str] = Counter()
elements: Counter[str] = Counter()
ranks: Counter[int] = Counter()
extents: Counter[int] = Counter()
specials: Counter[str] = Counter()


def add(name: str, program: Program, arrays: Iterable[np.ndarray]) -> None:
    """Counts one example of an op: a program that was run on these values."""
    examples[name] += 1
    for type in program.types:
        elements[type.element] += 1
        ranks[len(type.shape)] += 1
        extents.update(set(type.shape))
    for type, x in zip(program.inputs, arrays, strict=True):
        form = FORMATS.get(type.element)
        met = {"ties": len(np.unique(widen(x))) < x.size}
        if form:
            number = widen(x)
            size = np.abs(number)
            met["NaN"] = np.isnan(number).any()
            met["inf"] = np.isinf(number).any()
            met["-0.0"] = ((number == 0) & np.signbit(number)).any()
            met["denormal"] = ((size > 0) & (size < form.normal)).any()
            met["near the largest float"] = (np.isfinite(size) & (size > form.max / 4)).any()
        elif type.element != "i1":
            limits = np.iinfo(type.dtype)
            met["smallest integer"] = (x == limits.min).any()
            met["largest integer"] = (x == limits.max).any()
        specials.update(what for what, there in met.items() if there)


def lines() -> list[str]:
    """Returns the statistic, or nothing where no example ran."""
    if not examples:
        return []

    def row(what: str, counts: Counter, order: Iterable) -> str:
        return f"{what}: " + ", ".join(f"{key} {counts[key]}" for key in order)

    least = min(examples, key=examples.__getitem__)
    return [
        f"{sum(examples.values())} examples in {sum(functions.values())} functions of "
        f"{len(examples)} kinds; the fewest: {examples[least]} of {least}",
        row("examples", examples, sorted(examples)),
        row("with constant operands", folded, sorted(folded)),
        row("values by element type", elements, ALL),
        row("values by rank", ranks, sorted(ranks)),
        row("values by extent", extents, EXTENTS),
        f"other extents: {sum(1 for extent in extents if extent not in EXTENTS)}",
        row("arguments with", specials, sorted(specials)),
        row("elements that may be anything (an order of a sum overflows)", unjudged, unjudged),
    ]

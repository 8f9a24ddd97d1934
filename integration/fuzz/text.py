"""Random `.kina` functions: every op and spelling, on few and small shapes."""

import random

FLOATS = ["F32", "F64", "F16", "BF16"]
INTEGERS = ["I64", "I32", "I8"]
NUMBERS = FLOATS + INTEGERS
TYPES = NUMBERS + ["I1"]


def tensor(element, shape):
    """Returns the type."""
    return f"Tensor[{element}, [{', '.join(map(str, shape))}], @host]"


class Program:
    """One random function, whose parameters are made as they are needed."""

    names = "_ a b c x y true exp max constant v0 v1 v2 out0 out1 out0_ out2 F32 host a_0".split()

    def __init__(self, rng, number):
        self.rng = rng
        self.name = f"f{number}"
        self.parameters = {}
        self.scope = {}
        self.lines = []

    def parameter(self, element, shape):
        """The name of a new parameter of the type."""
        free = [name for name in self.names if name not in self.scope] or [f"p{len(self.scope)}"]
        name = self.rng.choice(free)
        self.parameters[name] = self.scope[name] = (element, shape)
        return name

    def value(self, element, shape):
        """A name of the type, of a new parameter if there is none."""
        known = [name for name, kind in self.scope.items() if kind == (element, shape)]
        if known and self.rng.random() < 0.8:
            return self.rng.choice(known)
        return self.parameter(element, shape)

    def literal(self, element):
        """A number that fits the type."""
        if element == "I1":
            return self.rng.choice(["0", "1"])
        if element in INTEGERS:
            return self.rng.choice(["0", "1", "-7", "100"])
        return self.rng.choice(["0.0", "-0.5", "1e-5", "3.25", "-1e4", "inf", "-nan", "7"])

    def constant(self, element, shape):
        """A tensor of one number, or of a list."""
        if self.rng.random() < 0.5 or not all(isinstance(extent, int) for extent in shape):
            stated = f"[{', '.join(map(str, shape))}]"
            return self.apply("tensor", [self.literal(element)], stated, f"type={element}")

        def nest(shape):
            if not shape:
                return self.literal(element)
            return f"[{', '.join(nest(shape[1:]) for _ in range(shape[0]))}]"

        return f"tensor({nest(shape)}, type={element})"

    def operand(self, element, shape, depth):
        """An operand that may take its shape and type from the one beside it."""
        choice = self.rng.random()
        if choice < 0.25:
            return self.literal(element)
        if choice < 0.5:
            small = tuple(self.rng.choice([1, extent]) for extent in shape)
            return (
                f"broadcast({self.expr(element, small[self.rng.randint(0, len(shape)) :], depth)})"
            )
        return self.expr(element, shape, depth)

    def apply(self, op, operands, *attributes):
        """One of the two spellings."""
        if self.rng.random() < 0.5:
            return f"{op}({', '.join([*operands, *attributes])})"
        if all("=" in attribute for attribute in attributes):
            brackets = f"[{', '.join(attributes)}]" if attributes else ""
            return f"({op}{brackets} {' '.join(f'({operand})' for operand in operands)})"
        return f"{op}({', '.join([*operands, *attributes])})"

    def pair(self, element, shape, depth):
        """Two operands of the type, one of which may be open."""
        pair = [self.expr(element, shape, depth), self.operand(element, shape, depth)]
        self.rng.shuffle(pair)
        return pair

    def expr(self, element, shape, depth):
        """An expression of the type."""
        if depth <= 0 or self.rng.random() < 0.1:
            if element in ("F32", "I64") and self.rng.random() < 0.15:
                number = self.literal(element).replace("7", "7.0" if element == "F32" else "7")
                return f"broadcast({number}, [{', '.join(map(str, shape))}])"
            if self.rng.random() < 0.2:
                return self.constant(element, shape)
            return self.value(element, shape)
        depth -= 1
        rng, rank = self.rng, len(shape)
        choices = ["reshape", "cast", "select", "broadcast"]
        if element == "I1":
            choices += ["compare"] * 3
        else:
            choices += ["operator"] * 4 + ["binary", "neg"]
        if element in FLOATS:
            choices += ["unary", "softmax"] if rank else ["unary"]
        if element != "I1" and rank >= 2:
            choices += ["matmul"] * 2
        if element != "I1":
            choices += ["reduce"]
        if element == "I64":
            choices += ["argmax"]
        if element in ("I64", "I32") and rank:
            choices += ["iota"]
        if rank:
            choices += ["transpose", "concat", "slice", "gather"]
        choice = rng.choice(choices)
        axis = rng.randrange(rank) if rank else 0
        dims = list(shape)
        if choice == "reshape":
            inner = self.expr(element, tuple(dims[::-1]), depth)
            return self.apply("reshape", [inner], str(dims))
        if choice == "cast":
            return self.apply("cast", [self.expr(rng.choice(TYPES), shape, depth)], element)
        if choice == "select":
            condition = self.operand("I1", shape, depth)
            return self.apply("select", [condition, *self.pair(element, shape, depth)])
        if choice == "broadcast":
            return self.apply("broadcast", [self.value(element, shape[1:])], str(dims))
        if choice == "compare":
            pair = self.pair(rng.choice(TYPES), shape, depth)
            return self.apply("compare", pair, rng.choice(["eq", "ne", "lt", "le", "gt", "ge"]))
        if choice == "operator":
            symbol = rng.choice("+-*/")
            return f"({f' {symbol} '.join(self.pair(element, shape, depth))})"
        if choice == "binary":
            return self.apply(rng.choice(["max", "min", "add"]), self.pair(element, shape, depth))
        if choice == "neg":
            return f"-({self.expr(element, shape, depth)})"
        if choice == "unary":
            return self.apply(
                rng.choice(["exp", "tanh", "rsqrt"]), [self.expr(element, shape, depth)]
            )
        if choice == "softmax":
            return self.apply("softmax", [self.expr(element, shape, depth)], f"axis={axis}")
        if choice == "matmul":
            lhs, rhs = (*dims[:-1], 2), (*dims[:-2], 2, dims[-1])
            left, right = self.expr(element, lhs, depth), self.expr(element, rhs, depth)
            if rng.random() < 0.5:
                right = f"broadcast({self.expr(element, rhs[-2:], depth)})"
            return f"({left} @ {right})"
        if choice == "reduce":
            kind = rng.choice(["sum", "max"])
            place = rng.randint(0, rank)
            inner = self.expr(element, (*dims[:place], 3, *dims[place:]), depth)
            return self.apply("reduce", [inner], kind, f"axis={place}")
        if choice == "argmax":
            place = rng.randint(0, rank)
            kind = rng.choice(NUMBERS)
            inner = self.expr(kind, (*dims[:place], 3, *dims[place:]), depth)
            return self.apply("argmax", [inner], f"axis={place}")
        if choice == "iota":
            return self.apply("iota", [], str(dims), f"axis={axis}", f"type={element}")
        if choice == "transpose":
            perm = rng.sample(range(rank), rank)
            inner = [0] * rank
            for to, source in enumerate(perm):
                inner[source] = dims[to]
            return self.apply(
                "transpose", [self.expr(element, tuple(inner), depth)], f"perm={perm}"
            )
        if choice == "concat" and dims[axis] > 1:
            head = (*dims[:axis], 1, *dims[axis + 1 :])
            tail = (*dims[:axis], dims[axis] - 1, *dims[axis + 1 :])
            parts = [self.expr(element, head, depth), self.expr(element, tail, depth)]
            return self.apply("concat", parts, f"axis={axis}")
        if choice == "gather":
            table = self.expr(element, (5, *dims[1:]), depth)
            # A constant may be outside of the table.
            return self.apply("gather", [table, self.parameter("I64", (dims[0],))])
        start = rng.randint(0, 2)
        whole = (*dims[:axis], start + dims[axis] + 1, *dims[axis + 1 :])
        bounds = [f"axis={axis}", f"start={start}", f"stop={start + dims[axis]}"]
        return self.apply("slice", [self.expr(element, whole, depth)], *bounds)

    shapes = [(2,), (2, 3), (1, 2, 2), (3, 1), (1,)]
    sizes = stated = ""

    def draw(self):
        """A type."""
        return self.rng.choice(TYPES), self.rng.choice(self.shapes)

    def text(self):
        """The function and one that calls it."""
        rng = self.rng
        for _ in range(rng.randint(0, 6)):
            kind = self.draw()
            line = self.expr(*kind, rng.randint(0, 5))
            free = [name for name in self.names if name not in self.parameters]
            name = rng.choice(free or ["free"])
            self.lines.append(f"  let {name} = {line}")
            self.scope[name] = kind
        kinds, returned = [], []
        for _ in range(rng.randint(1, 4)):
            if self.scope and rng.random() < 0.7:
                name = rng.choice(sorted(self.scope))
                kinds.append(self.scope[name])
                returned.append(rng.choice([name, f"({name})"]))
            else:
                kinds.append(self.draw())
                returned.append(self.expr(*kinds[-1], 2))
        parameters = ", ".join(f"{name}: {tensor(*kind)}" for name, kind in self.parameters.items())
        results = ", ".join(tensor(*kind) for kind in kinds)
        call_name = rng.choice(["k", "again"])
        arguments = ", ".join(self.parameters)
        caller = [
            f"fn {self.name}_caller{self.sizes}({parameters}) -> ({results}) {{",
            f"  return {self.name}{self.stated}({arguments})",
            "}",
        ]
        if len(kinds) > 1 and call_name == "k":
            bound = [f"r{index}" for index in range(len(kinds))]
            caller[1:2] = [
                f"  let ({', '.join(bound)}) = {self.name}{self.stated}({arguments})",
                f"  return ({', '.join(rng.sample(bound, len(bound)))})",
            ]
            if len(set(kinds)) > 1:
                caller[2] = f"  return ({', '.join(bound)})"
        return "\n".join(
            [
                f"{rng.choice(['', 'private '])}"
                f"fn {self.name}{self.sizes}({parameters}) -> ({results}) {{",
                *self.lines,
                f"  return ({', '.join(returned)})",
                "}",
                *caller,
            ]
        )


class Extent:
    """`s * S + t * T + rest` for sizes S and T of at least 2."""

    def __init__(self, s, t, rest):
        self.terms = s, t, rest

    def __add__(self, other):
        terms = other.terms if isinstance(other, Extent) else (0, 0, other)
        return Extent(*(a + b for a, b in zip(self.terms, terms, strict=True)))

    __radd__ = __add__

    def __sub__(self, other):
        return self + -other

    def __gt__(self, other):
        s, t, rest = self.terms
        return 2 * s + 2 * t + rest > other

    def __eq__(self, other):
        return repr(self) == repr(other)

    def __hash__(self):
        return hash(repr(self))

    def __repr__(self):
        s, t, rest = self.terms
        return f"{s} * S + {t} * T + {rest}".replace("+ -", "- ")


class GenericProgram(Program):
    """One random function over two sizes."""

    names = ["n", *Program.names]
    s, t, double, both = Extent(1, 0, 0), Extent(0, 1, 0), Extent(2, 0, 1), Extent(1, 1, 0)
    shapes = [(2,), (s,), (1, s, 2), (s, double), (Extent(1, 0, -1), 1), (double, 3), ()]
    shapes += [(t,), (s, t), (t, s), (1, t, s), (both, 2), (t, 1)]
    sizes, stated = "[S in 2.., T in 2..]", "[S=S, T=T]"

    def __init__(self, rng, number):
        super().__init__(rng, number)
        self.lines.append("  let n = S")
        self.scope["n"] = ("I64", ())

    def operand(self, element, shape, depth):
        """As for the others, or a size as a value."""
        if element == "I64" and self.rng.random() < 0.2:
            return f"broadcast({self.rng.choice('ST')})"
        return super().operand(element, shape, depth)


def programs(kind, seed, count):
    """Returns the text of `count` functions `f0`, `f1`, .. of the kind, and of their callers."""
    rng = random.Random(seed)
    return "\n".join(kind(rng, number).text() for number in range(count))

"""Writes MLIR for every op that takes operands: `bare` in generic form without attributes, `types`
with operands of types that kina does not take."""

import sys

# The operands of each op, a type for each, the attributes, the result type.
M = "tensor<2x3xf32>"
B = "tensor<2x3xi1>"
SAME = {f"kina.{name}": ([M, M], "", M) for name in "add sub mul div max min pow".split()}
SAME |= {
    f"kina.{name}": ([M], "", M)
    for name in "neg abs exp log sqrt rsqrt tanh sigmoid erf sin cos floor round".split()
}
WITH_ATTRIBUTES = {
    "kina.softmax": ([M], "axis = 1 : i64", M),
    "kina.argmax": ([M], "axis = 1 : i64", "tensor<2xi64>"),
    "kina.reduce": ([M], "axis = 1 : i64, kind = #kina<reduce_kind sum>", "tensor<2xf32>"),
    "kina.compare": ([M, M], "predicate = #kina<predicate lt>", B),
    "kina.transpose": ([M], "perm = array<i64: 1, 0>", "tensor<3x2xf32>"),
    "kina.concat": ([M, M], "axis = 1 : i64", "tensor<2x6xf32>"),
    "kina.slice": ([M], "axis = 1 : i64, static_bounds = array<i64: 0, 2>", "tensor<2x2xf32>"),
}
OTHERS = {
    "kina.gather": ([M, "tensor<4xi64>"], "", "tensor<4x3xf32>"),
    "kina.matmul": ([M, "tensor<3x4xf32>"], "", "tensor<2x4xf32>"),
    "kina.reshape": ([M], "", "tensor<6xf32>"),
    "kina.broadcast": ([M], "", "tensor<4x2x3xf32>"),
    "kina.select": ([B, M, M], "", M),
    "kina.cast": ([M], "", "tensor<2x3xi64>"),
}
SOURCES = {"kina.constant": ([], "value = dense<1.0> : " + M, M)}
SOURCES |= {"kina.iota": ([], "axis = 1 : i64", "tensor<2x3xi64>")}
BAD = [
    "tensor<*xf32>",
    "vector<2x3xf32>",
    "memref<2x3xf32>",
    "f32",
    "tensor<2x3xcomplex<f32>>",
    "tensor<2x3xi16>",
    "tensor<2x3xui8>",
    "tensor<2x3xindex>",
    'tensor<2x3xf32, "layout">',
    "tensor<2x0xf32>",
    "!quant.uniform<i8:f32, 1.0>",
    "tensor<2x3x!quant.uniform<i8:f32, 1.0>>",
]
# These take i1 as well.
ANY = ["kina.compare", "kina.transpose", "kina.concat", "kina.slice", "kina.gather"]
ANY += ["kina.reshape", "kina.broadcast", "kina.select", "kina.cast"]


def write(op, types, attributes, result, error):
    """Prints a function with the op in generic form, and the error that is expected."""
    arguments = ", ".join(f"%a{i}: {type_}" for i, type_ in enumerate(types))
    names = ", ".join(f"%a{i}" for i in range(len(types)))
    print(f"func.func @f({arguments}) {{")
    if error:
        print(f"  // expected-error @below {{{{{error}}}}}")
    inner = f" <{{{attributes}}}>" if attributes else ""
    print(f'  %0 = "{op}"({names}){inner} : ({", ".join(types)}) -> {result}')
    print("  return\n}\n\n// -----\n")


def main(what):
    """Prints the cases of one kind; every op also as it should be."""
    for op, (types, attributes, result) in (SAME | WITH_ATTRIBUTES | OTHERS | SOURCES).items():
        write(op, types, attributes, result, None)
        if what == "bare":
            if attributes:
                write(op, types, "", result, f"'{op}' op requires attribute")
            continue
        for bad in BAD if op in ANY else [*BAD, "tensor<2x3xi1>"]:
            for i in range(len(types)):
                given = [bad if j == i else type_ for j, type_ in enumerate(types)]
                error = rf"'{op}' op operand #{i} must be "
                if op != "kina.concat":
                    error += "ranked tensor of "
                write(op, given, attributes, result, error)


main(sys.argv[1])

//===- KinaOps.td - The ops of the kina dialect ------------*- tablegen -*-===//
//
// Part of Kina, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KINA_IR_KINAOPS_TD
#define KINA_IR_KINAOPS_TD

include "Kina/IR/KinaDialect.td"
include "Kina/IR/KinaEnums.td"
include "Kina/IR/KinaShardOps.td"
include "Kina/IR/KinaTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"

class Kina_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kina_Dialect, mnemonic, !listconcat([Pure], traits)>;

// An axis is checked against the rank by the op's shape function.
defvar Kina_AxisAttr = ConfinedAttr<I64Attr, [IntNonNegative]>;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

def Kina_ConstantOp : Kina_Op<"constant", [ConstantLike,
    AllTypesMatch<["value", "output"]>]> {
  let summary = "A tensor known at compile time";
  let description = [{
    Written by the front end for literals and by folding. kina-to-linalg turns
    it into `arith.constant`.

    `dense_resource` carries weights: their bytes, little endian, one byte for
    each i1 (0 is false), stay outside of the attribute and are not copied. The
    resource is read as if it were written out as `dense`.

    Constraints:
    - C1. `value` is a dense integer or float attribute of the result's type,
      whose byte count is element count x element size.
    - C2. A resource is there, and holds that many bytes.

    ```mlir
    %0 = kina.constant dense<[0.5, 1.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Kina_Tensor:$output);
  let extraClassDeclaration = [{
    /// The value written out: a copy if it is a resource.
    ::mlir::DenseElementsAttr getDense();
  }];
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Kina_IotaOp : Kina_Op<"iota"> {
  let summary = "Each element is its own index on one axis";
  let description = [{
    `output[i0, .., in] = i_axis`. The front end writes it for `iota`; masks
    are made of it. kina-to-linalg turns it into `linalg.generic`. The extents
    that are `?` in the result type are operands, in order.

    Constraints:
    - C1. `axis` is below the rank.
    - C2. There is one operand for each `?` of the result.

    ```mlir
    %0 = kina.iota axis = 1 : tensor<4x6xi64>
    ```
    ```mlir
    %1 = kina.iota to [4, %n] axis = 1 : tensor<4x?xi64>
    ```
  }];
  let arguments = (ins Variadic<Index>:$extents, Kina_AxisAttr:$axis);
  let results = (outs Kina_IndexTensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Contractions and look-ups
//===----------------------------------------------------------------------===//

def Kina_GatherOp : Kina_Op<"gather"> {
  let summary = "Rows of a table, chosen by ids";
  let description = [{
    `output[i.., r..] = table[indices[i..], r..]`. An embedding look-up. The
    compiled code clamps an id to the table and so never reads outside it; the
    call API raises an error for an id that comes straight from an argument.
    kina-to-linalg turns it into `linalg.generic` over `tensor.extract`.

    Constraints:
    - C1. `table` has rank at least 1.
    - C2. `indices` has element type i64 or i32.
    - C3. The result has the extents of `indices`, then those of a row of
      `table`, and the element type of `table`.

    ```mlir
    %0 = kina.gather %table, %ids : (tensor<8x4xf32>, tensor<1x3xi64>) -> tensor<1x3x4xf32>
    ```
  }];
  let arguments = (ins Kina_Tensor:$table, Kina_IndexTensor:$indices);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = "$table `,` $indices attr-dict `:` functional-type(operands, $output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Kina_MatmulOp : Kina_Op<"matmul"> {
  let summary = "Batched matrix product";
  let description = [{
    `output[b.., m, n] = sum over k of lhs[b.., m, k] * rhs[b.., k, n]`. The
    products of f16 and bf16 are summed in f32 and rounded once; integer sums
    wrap. A batch extent is never broadcast silently: write `kina.broadcast`.
    kina-to-linalg turns it into `linalg.matmul`, `linalg.batch_matmul` or
    `linalg.contract`.

    Constraints:
    - C1. `lhs` and `rhs` have one element type.
    - C2. `lhs` and `rhs` have the same rank, at least 2.
    - C3. The batch extents are equal.
    - C4. The last extent of `lhs` equals the last but one of `rhs`.
    - C5. The result has the batch extents, M and N; its element type is that
      of the operands, or f32 for f16 and bf16, or i32 for i8.

    ```mlir
    %0 = kina.matmul %a, %b : (tensor<1x2x4xf32>, tensor<1x4x3xf32>) -> tensor<1x2x3xf32>
    ```
  }];
  let arguments = (ins Kina_NumberTensor:$lhs, Kina_NumberTensor:$rhs);
  let results = (outs Kina_NumberTensor:$output);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, $output)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

def Kina_ReshapeOp : Kina_Op<"reshape"> {
  let summary = "The same elements in row-major order under other extents";
  let description = [{
    kina-to-linalg turns it into `tensor.collapse_shape` and
    `tensor.expand_shape`. The extents that are `?` in the result type are
    operands, in order; equal element count is then assumed.

    Constraints:
    - C1. Input and result have the same element type.
    - C2. Input and result have the same element count.
    - C3. There is one extent operand for each `?` of the result.

    ```mlir
    %0 = kina.reshape %a : tensor<1x2x2xf32> -> tensor<1x4xf32>
    ```
    ```mlir
    %1 = kina.reshape %b to [1, %n] : tensor<1x?x1xf32> -> tensor<1x?xf32>
    ```
  }];
  let arguments = (ins Kina_Tensor:$input, Variadic<Index>:$extents);
  let results = (outs Kina_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Kina_TransposeOp : Kina_Op<"transpose"> {
  let summary = "Axes in another order";
  let description = [{
    Axis `i` of the result is axis `perm[i]` of the input, as in NumPy.
    kina-to-linalg turns it into `linalg.transpose`.

    Constraints:
    - C1. `perm` is a permutation of 0 to rank - 1.
    - C2. The result has the permuted extents and the same element type.

    ```mlir
    %0 = kina.transpose %a perm = [0, 2, 1] : tensor<1x2x3xf32> -> tensor<1x3x2xf32>
    ```
  }];
  let arguments = (ins Kina_Tensor:$input, DenseI64ArrayAttr:$perm);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = [{
    $input `perm` `=` $perm attr-dict `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Kina_BroadcastOp : Kina_Op<"broadcast"> {
  let summary = "Extents of 1 repeated to larger ones";
  let description = [{
    The input's shape is padded on the left with extents of 1; an extent of 1
    is read at index 0 for every index of the result, every other extent is
    equal on both sides (NumPy's rule for one operand). A `?` of the input is
    never stretched. The extents that are `?` in the result type are operands,
    in order.

    Constraints:
    - C1. Input and result have the same element type.
    - C2. The result's rank is at least the input's.
    - C3. Each extent of the input, from the right, is 1 or the result's.
    - C4. There is one extent operand for each `?` of the result.

    ```mlir
    %0 = kina.broadcast %a : tensor<1x4xf32> -> tensor<2x3x4xf32>
    ```
    ```mlir
    %1 = kina.broadcast %z to [1, %n] : tensor<1x1xf32> -> tensor<1x?xf32>
    ```
  }];
  let arguments = (ins Kina_Tensor:$input, Variadic<Index>:$extents);
  let results = (outs Kina_Tensor:$output);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Kina_ConcatOp : Kina_Op<"concat"> {
  let summary = "Tensors joined along one axis";
  let description = [{
    kina-to-linalg turns it into one `tensor.insert_slice` for each operand.

    Constraints:
    - C1. There is at least one operand.
    - C2. `axis` is below the rank.
    - C3. The operands have one rank and one element type, and equal extents
      off the axis.
    - C4. The result's extent on the axis is the sum of the operands'.

    ```mlir
    %0 = kina.concat %a, %b axis = 1 : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
    ```
  }];
  let arguments = (ins Variadic<Kina_Tensor>:$inputs, Kina_AxisAttr:$axis);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = [{
    $inputs `axis` `=` $axis attr-dict `:` functional-type($inputs, $output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Kina_SliceOp : Kina_Op<"slice"> {
  let summary = "A window on one axis";
  let description = [{
    The elements with index `start` up to but not including `stop` on `axis`.
    A bound is an integer or an operand of type `index`. kina-to-linalg turns
    it into `tensor.extract_slice`.

    Constraints:
    - C1. `axis` is below the rank.
    - C2. `0 <= start < stop <= extent`, as far as they are static.
    - C3. The result's extent on the axis is `stop - start`, the others are
      the input's; the element type is the same.
    - C4. There are two bounds, and one operand for each that is not static.

    ```mlir
    %0 = kina.slice %a axis = 1 [0 : 2] : tensor<2x4xf32> -> tensor<2x2xf32>
    ```
    ```mlir
    %1 = kina.slice %b axis = 1 [0 : %s] : tensor<2x?xf32> -> tensor<2x?xf32>
    ```
  }];
  let arguments = (ins Kina_Tensor:$input, Kina_AxisAttr:$axis,
                       Variadic<Index>:$bounds,
                       DenseI64ArrayAttr:$static_bounds);
  let results = (outs Kina_Tensor:$output);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$output, "::mlir::Value":$input,
                   "int64_t":$axis, "int64_t":$start, "int64_t":$stop)>
  ];
  let assemblyFormat = [{
    $input `axis` `=` $axis custom<SliceBounds>($bounds, $static_bounds)
    attr-dict `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// The bound as an integer attribute or a value of type index.
    ::mlir::OpFoldResult getStart();
    ::mlir::OpFoldResult getStop();
  }];
}

//===----------------------------------------------------------------------===//
// Along one axis
//===----------------------------------------------------------------------===//

def Kina_SoftmaxOp : Kina_Op<"softmax", [AllTypesMatch<["input", "output"]>]> {
  let summary = "exp(x - max) / sum of exp(x - max) along one axis";
  let description = [{
    f16 and bf16 are computed in f32 and rounded once. A row that is -inf
    throughout, or holds +inf or NaN, is NaN throughout; other rows are not
    touched by it.

    Constraints:
    - C1. `axis` is below the rank.
    - C2. Input and result have one type, of floats.

    ```mlir
    %0 = kina.softmax %a axis = 1 : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Kina_FloatTensor:$input, Kina_AxisAttr:$axis);
  let results = (outs Kina_FloatTensor:$output);
  let assemblyFormat = "$input `axis` `=` $axis attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Kina_ArgmaxOp : Kina_Op<"argmax"> {
  let summary = "The index of the largest element along one axis";
  let description = [{
    The lowest index on ties, where -0 and +0 tie; the first NaN counts as the
    largest element.

    Constraints:
    - C1. `axis` is below the rank.
    - C2. The result has element type i64 and the input's extents without the
      axis.

    ```mlir
    %0 = kina.argmax %a axis = 2 : tensor<1x3x8xf32> -> tensor<1x3xi64>
    ```
  }];
  let arguments = (ins Kina_NumberTensor:$input, Kina_AxisAttr:$axis);
  let results = (outs Kina_I64Tensor:$output);
  let assemblyFormat = [{
    $input `axis` `=` $axis attr-dict `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Kina_ReduceOp : Kina_Op<"reduce"> {
  let summary = "sum, max, min or mean along one axis";
  let description = [{
    The axis is removed, or has extent 1 with `keep`. f16 and bf16 are summed
    in f32 and rounded once. An integer sum wraps. max and min propagate NaN,
    with -0 below +0.

    Constraints:
    - C1. `axis` is below the rank.
    - C2. `mean` takes floats.
    - C3. The result has the input's extents without the axis, or with extent
      1 on it where `keep` stands, and the input's element type.

    ```mlir
    %0 = kina.reduce sum %a axis = 1 : tensor<2x3xf32> -> tensor<2xf32>
    ```
    ```mlir
    %1 = kina.reduce mean %a axis = 1 keep : tensor<2x3xf32> -> tensor<2x1xf32>
    ```
  }];
  let arguments = (ins Kina_ReduceKindAttr:$kind, Kina_NumberTensor:$input,
                       Kina_AxisAttr:$axis, UnitAttr:$keep);
  let results = (outs Kina_NumberTensor:$output);
  let assemblyFormat = [{
    `` $kind $input `axis` `=` $axis (`keep` $keep^)? attr-dict
    `:` type($input) `->` type($output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

class Kina_BinaryOp<string mnemonic, string what, string rule,
                    Type tensor = Kina_NumberTensor, list<Trait> traits = []>
    : Kina_Op<mnemonic, !listconcat(traits, [Elementwise,
        AllTypesMatch<["lhs", "rhs", "output"]>])> {
  let summary = what;
  let description = rule # [{

Constraints:
- C1. Operands and result have one type.

```mlir
%0 = kina.}] # mnemonic # [{ %a, %b : tensor<2x3xf32>
```
  }];
  let arguments = (ins tensor:$lhs, tensor:$rhs);
  let results = (outs tensor:$output);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($output)";
}

def Kina_AddOp : Kina_BinaryOp<"add", "lhs + rhs",
    "\nElement by element. Integers wrap.\n", Kina_NumberTensor, [Commutative]> {
  let hasFolder = 1;
}
def Kina_SubOp : Kina_BinaryOp<"sub", "lhs - rhs",
    "\nElement by element. Integers wrap.\n"> {
  let hasFolder = 1;
}
def Kina_MulOp : Kina_BinaryOp<"mul", "lhs * rhs",
    "\nElement by element. Integers wrap.\n", Kina_NumberTensor, [Commutative]> {
  let hasFolder = 1;
}
def Kina_DivOp : Kina_BinaryOp<"div", "lhs / rhs",
    "\nElement by element. Integers truncate towards zero; x / 0 is 0, and the\n"
    "smallest integer over -1 is itself.\n"> {
  let hasFolder = 1;
}
def Kina_MaxOp : Kina_BinaryOp<"max", "The larger of lhs and rhs",
    "\nElement by element. NaN propagates; -0 is below +0.\n",
    Kina_NumberTensor, [Commutative]> {
  let hasFolder = 1;
}
def Kina_MinOp : Kina_BinaryOp<"min", "The smaller of lhs and rhs",
    "\nElement by element. NaN propagates; -0 is below +0.\n",
    Kina_NumberTensor, [Commutative]> {
  let hasFolder = 1;
}
def Kina_PowOp : Kina_BinaryOp<"pow", "lhs to the power of rhs",
    "\nElement by element, as C's pow.\n", Kina_FloatTensor>;

def Kina_CompareOp : Kina_Op<"compare", [Elementwise,
    AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "An order relation, element by element";
  let description = [{
    1 where the relation holds, else 0. A comparison with NaN is 0, except
    that `ne` is 1. i1 orders 0 before 1.

    Constraints:
    - C1. The operands have one type.
    - C2. The result has the operands' extents and element type i1.

    ```mlir
    %0 = kina.compare lt %a, %b : tensor<2x3xf32> -> tensor<2x3xi1>
    ```
  }];
  let arguments = (ins Kina_ComparePredicateAttr:$predicate,
                       Kina_Tensor:$lhs, Kina_Tensor:$rhs);
  let results = (outs Kina_BoolTensor:$output);
  let assemblyFormat = [{
    `` $predicate $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($output)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Kina_SelectOp : Kina_Op<"select", [Elementwise,
    AllTypesMatch<["on_true", "on_false", "output"]>,
    TypesMatchWith<"condition has the result's extents and element type i1",
                   "output", "condition",
                   "::kina::getSameShape($_self, "
                   "::mlir::IntegerType::get($_self.getContext(), 1))">]> {
  let summary = "One of two values, element by element";
  let description = [{
    `condition ? on_true : on_false`.

    Constraints:
    - C1. `on_true`, `on_false` and the result have one type.
    - C2. `condition` has the same extents and element type i1.

    ```mlir
    %0 = kina.select %c, %a, %b : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Kina_BoolTensor:$condition, Kina_Tensor:$on_true,
                       Kina_Tensor:$on_false);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = [{
    $condition `,` $on_true `,` $on_false attr-dict `:` type($output)
  }];
  let hasFolder = 1;
}

def Kina_ClampOp : Kina_Op<"clamp", [Elementwise,
    AllTypesMatch<["input", "min", "max", "output"]>]> {
  let summary = "A value kept between two bounds, element by element";
  let description = [{
    `minimum(maximum(input, min), max)`, as `max` and `min` compute these: the
    result is `max` where `min` is above `max`, NaN of any operand propagates,
    and -0 is below +0. The front end writes it for `clamp`; activations with
    a limit (ReLU6, logit caps) are made of it. kina-to-linalg turns it into
    one `linalg.generic`.

    Constraints:
    - C1. Operands and result have one type.

    ```mlir
    %0 = kina.clamp %a, %low, %high : tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Kina_NumberTensor:$input, Kina_NumberTensor:$min,
                       Kina_NumberTensor:$max);
  let results = (outs Kina_NumberTensor:$output);
  let assemblyFormat = [{
    $input `,` $min `,` $max attr-dict `:` type($output)
  }];
  let hasFolder = 1;
}

class Kina_UnaryOp<string mnemonic, string what, string rule,
                   Type tensor = Kina_FloatTensor>
    : Kina_Op<mnemonic, [Elementwise, AllTypesMatch<["input", "output"]>]> {
  let summary = what;
  let description = rule # [{

Constraints:
- C1. Input and result have one type.

```mlir
%0 = kina.}] # mnemonic # [{ %a : tensor<2x3xf32>
```
  }];
  let arguments = (ins tensor:$input);
  let results = (outs tensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($output)";
}

def Kina_NegOp : Kina_UnaryOp<"neg", "-x",
    "\nElement by element. Integers wrap.\n", Kina_NumberTensor> {
  let hasFolder = 1;
}
def Kina_AbsOp : Kina_UnaryOp<"abs", "|x|",
    "\nElement by element. The smallest integer stays itself.\n",
    Kina_NumberTensor> {
  let hasFolder = 1;
}
def Kina_ExpOp : Kina_UnaryOp<"exp", "e to the power of x",
    "\nElement by element.\n">;
def Kina_LogOp : Kina_UnaryOp<"log", "The natural logarithm",
    "\nElement by element. -inf for 0, NaN below 0.\n">;
def Kina_SqrtOp : Kina_UnaryOp<"sqrt", "The square root",
    "\nElement by element. NaN below 0.\n">;
def Kina_RsqrtOp : Kina_UnaryOp<"rsqrt", "1 / sqrt(x)",
    "\nElement by element. inf for 0, NaN below 0.\n">;
def Kina_TanhOp : Kina_UnaryOp<"tanh", "The hyperbolic tangent",
    "\nElement by element.\n">;
def Kina_SigmoidOp : Kina_UnaryOp<"sigmoid", "1 / (1 + exp(-x))",
    "\nElement by element. Far below 0 exp(x), down to the denormals.\n">;
def Kina_ErfOp : Kina_UnaryOp<"erf", "The error function",
    "\nElement by element.\n">;
def Kina_SinOp : Kina_UnaryOp<"sin", "The sine of x in radians",
    "\nElement by element.\n">;
def Kina_CosOp : Kina_UnaryOp<"cos", "The cosine of x in radians",
    "\nElement by element.\n">;
def Kina_FloorOp : Kina_UnaryOp<"floor", "The largest integer not above x",
    "\nElement by element.\n"> {
  let hasFolder = 1;
}
def Kina_RoundOp : Kina_UnaryOp<"round", "The nearest integer",
    "\nElement by element. The even neighbour at a half.\n"> {
  let hasFolder = 1;
}

def Kina_CastOp : Kina_Op<"cast", [Elementwise]> {
  let summary = "The same values in another element type";
  let description = [{
    Float to float rounds to the nearest, ties to even. Float to integer
    truncates and saturates, and NaN gives 0. Integer to integer wraps or
    extends the sign; i1 gives 0 or 1. To i1: 1 where the value is neither 0
    nor NaN.

    Constraints:
    - C1. Input and result have the same extents.

    ```mlir
    %0 = kina.cast %a : tensor<2x3xf32> -> tensor<2x3xi64>
    ```
  }];
  let arguments = (ins Kina_Tensor:$input);
  let results = (outs Kina_Tensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // KINA_IR_KINAOPS_TD

// RUN: kina-opt %s --kina-destination-passing --split-input-file --verify-diagnostics

// expected-error @+1 {{has no body: a library holds every function that it calls}}
func.func private @external(tensor<2xf32>) -> tensor<2xf32>

// -----

// expected-error @+1 {{expected ranked tensors with extents of at least 1 and a byte size below 2^63, but argument 0 is 'tensor<0xf32>'}}
func.func @zero(%a: tensor<0xf32>) {
  return
}

// -----

// expected-error @+1 {{but argument 1 is 'memref<2xf32>'}}
func.func @memref(%a: tensor<2xf32>, %b: memref<2xf32>) {
  return
}

// -----

// expected-error @+1 {{but argument 0 is 'tensor<4611686018427387904x2xf32>'}}
func.func @overflow(%a: tensor<4611686018427387904x2xf32>) -> tensor<4611686018427387904x2xf32> {
  return %a : tensor<4611686018427387904x2xf32>
}

// -----

// expected-error @+1 {{expected attribute kina.extents with an expression for axis 1 of argument 0, which is 'tensor<2x?xf32>'}}
func.func @no_extents(%a: tensor<2x?xf32>) {
  return
}

// -----

// expected-error @+1 {{expected an argument with kina.size = "S", which an extent of argument 0 names}}
func.func @no_size(%a: tensor<?xf32> {kina.extents = ["S"]}) {
  return
}

// -----

// expected-error @+1 {{expected a sum of products of integers and size names as extent of argument 1, but got 'S / 2'}}
func.func @no_polynomial(%s: index {kina.size = "S"}, %a: tensor<?xf32> {kina.extents = ["S / 2"]}) {
  return
}

// -----

// expected-error @+1 {{expected a size of type index, but argument 0 is 'i64'}}
func.func @size_type(%s: i64 {kina.size = "S"}) {
  return
}

// -----

// expected-error @+1 {{has control flow: expected a single block}}
func.func @blocks(%a: tensor<2xf32>) {
  cf.br ^next
^next:
  return
}

// -----

// expected-error @+1 {{expected attribute kina.size on arguments of type index, which come before the tensors, but argument 1 has none there}}
func.func @index(%a: tensor<2xf32>, %s: index) {
  return
}

// -----

// expected-error @+1 {{is recursive: a call needs a workspace of a size that is known before it}}
func.func @recursive(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @recursive(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

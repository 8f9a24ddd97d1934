// One attention row by kina ops, for stock mlir-opt and mlir-runner: docs/plugin.md has the
// commands.
func.func @attend(%q: tensor<1x2xf32>, %k: tensor<2x3xf32>, %v: tensor<3x2xf32>) -> tensor<1x2xf32> {
  %scores = kina.matmul %q, %k : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  %probs = kina.softmax %scores axis = 1 : tensor<1x3xf32>
  %context = kina.matmul %probs, %v : (tensor<1x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  return %context : tensor<1x2xf32>
}

func.func @main() {
  %q = kina.constant dense<[[1.0, -1.0]]> : tensor<1x2xf32>
  %k = kina.constant dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>
  %v = kina.constant dense<[[3.0, 1.0], [6.0, 2.0], [9.0, 6.0]]> : tensor<3x2xf32>
  %context = call @attend(%q, %k, %v) : (tensor<1x2xf32>, tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<1x2xf32>
  %unranked = tensor.cast %context : tensor<1x2xf32> to tensor<*xf32>
  call @printMemrefF32(%unranked) : (tensor<*xf32>) -> ()
  return
}

func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}

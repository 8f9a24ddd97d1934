// RUN: kina-opt %s --kina-shard-to-spmd --split-input-file --verify-diagnostics

func.func @two_grids(%x: tensor<6xf32>) {
  // expected-note @below {{it is named here}}
  kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<6xf32>) outs() {
  ^bb0(%x0: tensor<3xf32>):
    kina.yield
  }
  // expected-error @below {{'kina.shard_map' op grid axis 'x' has 3 devices here, but 2 before}}
  kina.shard_map over "x" devices = 3 ins(%x axis 0 : tensor<6xf32>) outs() {
  ^bb0(%x0: tensor<2xf32>):
    kina.yield
  }
  return
}

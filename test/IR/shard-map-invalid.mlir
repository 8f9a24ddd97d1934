// RUN: kina-opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

func.func @shard_map_c1(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected at least 1 device, but got 0}}
  kina.shard_map over "x" devices = 0 ins(%x replicated : tensor<4xf32>) outs() {
  ^bb0(%a: tensor<4xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c1_negative() {
  // expected-error @below {{'kina.shard_map' op expected at least 1 device, but got -1}}
  kina.shard_map over "x" devices = -1 ins() outs() {
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c2(%x: tensor<1x40x8x64xf32>) {
  // expected-error @below {{'kina.shard_map' op expected a number of devices that divides 40, the extent of axis 1 of operand 0: one of 1, 2, 4, 5, 8, 10, 20, 40, but got 3}}
  kina.shard_map over "x" devices = 3 ins(%x axis 1 : tensor<1x40x8x64xf32>) outs() {
  ^bb0(%a: tensor<1x13x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c2_many_divisors(%x: tensor<49152xf32>) {
  // expected-error @below {{expected a number of devices that divides 49152, the extent of axis 0 of operand 0: one of 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, .., but got 5}}
  kina.shard_map over "x" devices = 5 ins(%x axis 0 : tensor<49152xf32>) outs() {
  ^bb0(%a: tensor<9830xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c2_rank(%x: tensor<1x40x8x64xf32>) {
  // expected-error @below {{'kina.shard_map' op expected an axis below 4 for operand 0, which is 'tensor<1x40x8x64xf32>', but got 4}}
  kina.shard_map over "x" devices = 2 ins(%x axis 4 : tensor<1x40x8x64xf32>) outs() {
  ^bb0(%a: tensor<1x40x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c2_unknown(%x: tensor<?x4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected a static extent on axis 0 of operand 0, which is split over 2 devices, but got 'tensor<?x4xf32>'}}
  kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<?x4xf32>) outs() {
  ^bb0(%a: tensor<?x4xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c2_result(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{expected a number of devices that divides 5, the extent of axis 0 of result 0: one of 1, 5, but got 2}}
  %0 = kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs(axis 0 : tensor<5xf32>) {
  ^bb0(%a: tensor<2xf32>):
    kina.yield %a : tensor<2xf32>
  }
  return %0 : tensor<5xf32>
}

// -----

func.func @shard_map_c3(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected argument 0 of the body to be 'tensor<2xf32>', but got 'tensor<4xf32>'}}
  kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs() {
  ^bb0(%a: tensor<4xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c3_count(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected a body of 1 arguments, one for each operand, but got 0}}
  kina.shard_map over "x" devices = 2 ins(%x axis 0 : tensor<4xf32>) outs() {
    kina.yield
  }
  return
}

// -----

func.func @shard_map_c4(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.shard_map over "x" devices = 2 ins(%x replicated : tensor<4xf32>) outs(axis 0 : tensor<4xf32>) {
  ^bb0(%a: tensor<4xf32>):
    // expected-error @below {{'kina.yield' op expected operand 0 to be 'tensor<2xf32>', but got 'tensor<4xf32>'}}
    kina.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @shard_map_c4_count(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = kina.shard_map over "x" devices = 2 ins(%x replicated : tensor<4xf32>) outs(replicated : tensor<4xf32>) {
  ^bb0(%a: tensor<4xf32>):
    // expected-error @below {{'kina.yield' op expected 1 operands, one for each result, but got 0}}
    kina.yield
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @shard_map_c5(%x: tensor<4xi1>) -> tensor<4xi1> {
  // expected-error @below {{'kina.shard_map' op expected a partial result of numbers, but result 0 is 'tensor<4xi1>'}}
  %0 = kina.shard_map over "x" devices = 2 ins(%x replicated : tensor<4xi1>) outs(partial : tensor<4xi1>) {
  ^bb0(%a: tensor<4xi1>):
    kina.yield %a : tensor<4xi1>
  }
  return %0 : tensor<4xi1>
}

// -----

func.func @shard_map_axes(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected an axis for each operand, which are 1, but got 0}}
  "kina.shard_map"(%x) <{grid_axis = "x", devices = 2 : i64, input_axes = array<i64>, output_axes = array<i64>}> ({
  ^bb0(%a: tensor<4xf32>):
    kina.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @shard_map_axis_code(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected an axis, -1 for replicated, for operand 0, but got -2}}
  "kina.shard_map"(%x) <{grid_axis = "x", devices = 2 : i64, input_axes = array<i64: -2>, output_axes = array<i64>}> ({
  ^bb0(%a: tensor<4xf32>):
    kina.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @shard_map_captures(%x: tensor<4xf32>) {
  // expected-note @below {{required by region isolation constraints}}
  kina.shard_map over "x" devices = 2 ins() outs() {
    // expected-error @below {{using value defined outside the region}}
    %0 = kina.neg %x : tensor<4xf32>
    kina.yield
  }
  return
}

// -----

func.func @shard_map_terminator(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.shard_map' op expected a body that ends in kina.yield}}
  kina.shard_map over "x" devices = 2 ins() outs() {
    "x.end"() : () -> ()
  }
  return
}

// -----

func.func @shard_map_empty() {
  // expected-error @below {{'kina.shard_map' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "kina.shard_map"() <{grid_axis = "x", devices = 2 : i64, input_axes = array<i64>, output_axes = array<i64>}> ({
  }) : () -> ()
  return
}

// -----

func.func @shard_map_parse(%x: tensor<4xf32>) {
  // expected-error @below {{expected 'axis' or 'replicated'}}
  kina.shard_map over "x" devices = 2 ins(%x partial : tensor<4xf32>) outs() {
  }
  return
}

// -----

func.func @shard_map_parse_negative(%x: tensor<4xf32>) {
  // expected-error @below {{expected an axis of at least 0}}
  kina.shard_map over "x" devices = 2 ins(%x axis -1 : tensor<4xf32>) outs() {
  }
  return
}

// -----

func.func @yield_alone(%x: tensor<4xf32>) {
  // expected-error @below {{'kina.yield' op expects parent op to be one of 'kina.shard_map, kina.shard_heads'}}
  kina.yield %x : tensor<4xf32>
}

// -----

func.func @all_gather_c1(%x: tensor<1x4xf32>, %c: i64) {
  // expected-error @below {{'kina.all_gather' op expected result type 'tensor<2x4xf32>', but got 'tensor<3x4xf32>'}}
  %0 = kina.all_gather %x over %c axis = 0 devices = 2 : tensor<1x4xf32> -> tensor<3x4xf32>
  return
}

// -----

func.func @all_gather_overflow(%x: tensor<4611686018427387904xi8>, %c: i64) {
  // expected-error @below {{'kina.all_gather' op result of 2 times 'tensor<4611686018427387904xi8>' does not fit in 63 bits}}
  %0 = kina.all_gather %x over %c axis = 0 devices = 2 : tensor<4611686018427387904xi8> -> tensor<1xi8>
  return
}

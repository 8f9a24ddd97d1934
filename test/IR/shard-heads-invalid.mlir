// RUN: kina-opt %s -split-input-file -verify-diagnostics

func.func @shard_heads_c1(%x: tensor<1x40x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected at least 1 device, but got 0}}
  kina.shard_heads %x devices = 0 : (tensor<1x40x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x40x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c2(%x: tensor<40x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected operand 0 to have rank 4 and a static number of heads on axis 1, but got 'tensor<40x8x64xf32>'}}
  kina.shard_heads %x devices = 2 : (tensor<40x8x64xf32>) -> () {
  ^bb0(%a: tensor<40x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c2_unknown(%x: tensor<1x?x8x64xf32>) {
  // expected-error @below {{expected operand 0 to have rank 4 and a static number of heads on axis 1, but got 'tensor<1x?x8x64xf32>'}}
  kina.shard_heads %x devices = 2 : (tensor<1x?x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x?x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c3(%q: tensor<1x7x8x64xf32>, %k: tensor<1x3x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected whole groups of heads: the 7 heads of operand 0 are no multiple of the 3 key-value heads}}
  kina.shard_heads %q, %k devices = 3 : (tensor<1x7x8x64xf32>, tensor<1x3x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x7x8x64xf32>, %b: tensor<1x1x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c4(%x: tensor<1x40x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected a number of devices that divides the 40 key-value heads: one of 1, 2, 4, 5, 8, 10, 20, 40, but got 3}}
  kina.shard_heads %x devices = 3 : (tensor<1x40x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x13x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c4_too_many(%x: tensor<1x40x8x64xf32>) {
  // expected-error @below {{expected a number of devices that divides the 40 key-value heads: one of 1, 2, 4, 5, 8, 10, 20, 40, but got 41}}
  kina.shard_heads %x devices = 41 : (tensor<1x40x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x1x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c4_groups(%q: tensor<1x32x8x64xf32>, %k: tensor<1x4x8x64xf32>) {
  // expected-error @below {{expected a number of devices that divides the 4 key-value heads: one of 1, 2, 4, but got 8}}
  kina.shard_heads %q, %k devices = 8 : (tensor<1x32x8x64xf32>, tensor<1x4x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x4x8x64xf32>, %b: tensor<1x1x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c4_uneven(%x: tensor<1x3x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected at most 3 devices, one for each key-value head, but got 4}}
  kina.shard_heads %x devices = 4 uneven : (tensor<1x3x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x1x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c5(%x: tensor<1x9x8x64xf32>) {
  // expected-error @below {{'kina.shard_heads' op expected argument 0 of the body to be 'tensor<1x5x8x64xf32>', but got 'tensor<1x4x8x64xf32>'}}
  kina.shard_heads %x devices = 2 uneven : (tensor<1x9x8x64xf32>) -> () {
  ^bb0(%a: tensor<1x4x8x64xf32>):
    kina.yield
  }
  return
}

// -----

func.func @shard_heads_c6(%x: tensor<1x4x8x64xf32>) -> tensor<1x4x8x64xf32> {
  %0 = kina.shard_heads %x devices = 2 : (tensor<1x4x8x64xf32>) -> tensor<1x4x8x64xf32> {
  ^bb0(%a: tensor<1x2x8x64xf32>):
    %1 = kina.slice %a axis = 1 [0 : 1] : tensor<1x2x8x64xf32> -> tensor<1x1x8x64xf32>
    // expected-error @below {{'kina.yield' op expected operand 0 to be 'tensor<1x2x8x64xf32>', but got 'tensor<1x1x8x64xf32>'}}
    kina.yield %1 : tensor<1x1x8x64xf32>
  }
  return %0 : tensor<1x4x8x64xf32>
}

// -----

func.func @shard_heads_result(%x: tensor<1x4x8x64xf32>) -> tensor<1x6x8x64xf32> {
  // expected-error @below {{'kina.shard_heads' op expected a multiple of the 4 key-value heads on axis 1 of result 0, but got 'tensor<1x6x8x64xf32>'}}
  %0 = kina.shard_heads %x devices = 2 : (tensor<1x4x8x64xf32>) -> tensor<1x6x8x64xf32> {
  ^bb0(%a: tensor<1x2x8x64xf32>):
    kina.yield %a : tensor<1x2x8x64xf32>
  }
  return %0 : tensor<1x6x8x64xf32>
}

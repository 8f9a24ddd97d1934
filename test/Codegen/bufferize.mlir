// RUN: kina-opt %s --kina-bufferize --cse --canonicalize --split-input-file | FileCheck %s

// What is inserted into a result is computed in the result.
// CHECK-LABEL: func.func @in_place(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<8xf32>)
// CHECK-NEXT:    %[[HEAD:.*]] = memref.subview %[[OUT]][0] [4] [1]
// CHECK-NEXT:    linalg.copy ins(%[[A]] : {{.*}}) outs(%[[HEAD]]
// CHECK-NEXT:    %[[TAIL:.*]] = memref.subview %[[OUT]][4] [4] [1]
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[TAIL]]
// CHECK-NEXT:    return %[[OUT]]
func.func @in_place(%a: tensor<4xf32> {bufferization.writable = false},
                    %out: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %a into %c[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %0 into %1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %3 = bufferization.materialize_in_destination %2 in %out : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// It may be read there, by way of a view too, up to the next write.
// CHECK-LABEL: func.func @read_in_place(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<8xf32>, %[[OTHER:[^:]*]]: memref<2xf32>)
// CHECK:         %[[TAIL:.*]] = memref.subview %[[OUT]][4] [4] [1]
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[TAIL]]
// CHECK-NEXT:    %[[VIEW:.*]] = memref.subview %[[TAIL]][2] [2] [1]
// CHECK-NEXT:    linalg.abs ins(%[[VIEW]] : {{.*}}) outs(%[[OTHER]]
// CHECK-NEXT:    return
func.func @read_in_place(%a: tensor<4xf32> {bufferization.writable = false},
                         %out: tensor<8xf32> {bufferization.writable = true},
                         %other: tensor<2xf32> {bufferization.writable = true}) -> (tensor<8xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<2xf32>
  %c = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %a into %c[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %0 into %1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %v = tensor.extract_slice %0[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %3 = linalg.abs ins(%v : tensor<2xf32>) outs(%e2 : tensor<2xf32>) -> tensor<2xf32>
  %4 = bufferization.materialize_in_destination %2 in %out : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = bufferization.materialize_in_destination %3 in %other : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4, %5 : tensor<8xf32>, tensor<2xf32>
}

// -----

// And not beyond it: the tail is written while the middle is read. What is no
// part of the result needs its own bytes only.
// CHECK-LABEL: func.func @read_during_write(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xf32>, %[[OUT:[^:]*]]: memref<12xf32>)
// CHECK:         %[[OWN:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[OWN]]
// CHECK-NEXT:    %[[MIDDLE:.*]] = memref.subview %[[OUT]][4] [4] [1]
// CHECK-NEXT:    linalg.copy ins(%[[OWN]] : {{.*}}) outs(%[[MIDDLE]]
// CHECK-NEXT:    %[[TAIL:.*]] = memref.subview %[[OUT]][8] [4] [1]
// CHECK-NEXT:    linalg.abs ins(%[[OWN]] : {{.*}}) outs(%[[TAIL]]
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @read_during_write(%a: tensor<4xf32> {bufferization.writable = false},
                             %out: tensor<12xf32> {bufferization.writable = true}) -> tensor<12xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c = tensor.empty() : tensor<12xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.abs ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %a into %c[0] [4] [1] : tensor<4xf32> into tensor<12xf32>
  %3 = tensor.insert_slice %0 into %2[4] [4] [1] : tensor<4xf32> into tensor<12xf32>
  %4 = tensor.insert_slice %1 into %3[8] [4] [1] : tensor<4xf32> into tensor<12xf32>
  %5 = bufferization.materialize_in_destination %4 in %out : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  return %5 : tensor<12xf32>
}

// -----

// A result is overwritten in place after its last use, and copied before it.
// CHECK-LABEL: func.func @last_use(
// CHECK:         %[[FILL:.*]] = memref.alloc()
// CHECK:         linalg.fill {{.*}} outs(%[[FILL]]
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.matmul {{.*}} outs(%[[FILL]]
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         linalg.copy ins(%[[FILL]] : {{.*}}) outs(%[[COPY]]
// CHECK:         linalg.matmul {{.*}} outs(%[[COPY]]
// CHECK:         return %[[FILL]], %[[COPY]]
func.func @last_use(%a: tensor<2x2xf32> {bufferization.writable = false}) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%a, %1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%1 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Ops that CSE gave one filled tensor to write to get one each.
// CHECK-LABEL: func.func @shared_fill(
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @shared_fill(%a: tensor<2x2xf32> {bufferization.writable = false}) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%a, %a : tensor<2x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%a, %1 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// What a callee writes to is copied if it is read after the call, and what it
// only reads is not.
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4xf32>)
// CHECK:         %[[E:.*]] = memref.alloc()
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[E]]
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc()
// CHECK-NEXT:    linalg.copy ins(%[[E]] : {{.*}}) outs(%[[COPY]]
// CHECK-NEXT:    call @callee(%[[A]], %[[COPY]])
// CHECK-NEXT:    call @callee(%[[A]], %[[E]])
func.func @caller(%a: tensor<4xf32> {bufferization.writable = false}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = call @callee(%a, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = call @callee(%a, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

func.func @callee(%a: tensor<4xf32> {bufferization.writable = false},
                  %b: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Control flow is left to upstream: the loop gets a copy of what is read later.
// CHECK-LABEL: func.func @loop(
// CHECK:         linalg.exp {{.*}} outs(%[[E:[^ ]*]] :
// CHECK:         linalg.copy ins(%[[E]] : {{.*}}) outs(%[[COPY:[^ ]*]] :
// CHECK:         scf.for
// CHECK-NOT:       linalg.copy
// CHECK:         return %[[E]]
func.func @loop(%a: tensor<4xf32> {bufferization.writable = false}, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> tensor<4xf32> {
    %2 = linalg.exp ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The order of the constants follows from that of the functions.
// CHECK:      memref.global {{.*}} @__constant_6xf32
// CHECK-NEXT: memref.global {{.*}} @__constant_5xf32
// CHECK-NEXT: memref.global {{.*}} @__constant_4xf32
// CHECK-NEXT: memref.global {{.*}} @__constant_3xf32
// CHECK-NEXT: memref.global {{.*}} @__constant_2xf32
func.func @two() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @three() -> tensor<3xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @four() -> tensor<4xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @five() -> tensor<5xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @six() -> tensor<6xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  return %0 : tensor<6xf32>
}

// [S, T] and [T, S] have one type: what is computed in one shape is not computed
// in rows of the other.
// CHECK-LABEL: func.func private @reshaped(
// CHECK-SAME: %[[X:arg2]]: memref<?x?xf32>, %[[Y:arg3]]: memref<?x?xf32>)
func.func private @reshaped(%s: index, %t: index, %x: tensor<?x?xf32> {bufferization.writable = false},
                            %y: tensor<?x?xf32> {bufferization.writable = true}) -> tensor<?x?xf32> {
  // CHECK: linalg.exp ins(%[[X]] : memref<?x?xf32>) outs(%[[E:alloc.*]] : memref<?x?xf32>)
  // CHECK: %[[FLAT:.*]] = memref.collapse_shape %[[E]]
  // CHECK: %[[RESHAPED:.*]] = memref.reshape %[[FLAT]]
  // CHECK: linalg.copy ins(%[[RESHAPED]] : memref<?x?xf32>) outs(%[[Y]] : memref<?x?xf32>)
  %0 = tensor.empty(%t, %s) : tensor<?x?xf32>
  %1 = linalg.exp ins(%x : tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = tensor.from_elements %s, %t : tensor<2xindex>
  %3 = tensor.reshape %1(%2) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %4 = bufferization.materialize_in_destination %3 in %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

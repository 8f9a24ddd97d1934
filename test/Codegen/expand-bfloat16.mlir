// RUN: kina-opt %s --kina-expand-bfloat16 --canonicalize | FileCheck %s
// RUN: kina-opt %s --kina-expand-bfloat16 --canonicalize | FileCheck %s --check-prefix=NONE --implicit-check-not=bf16

// NONE: memref.global

// CHECK: memref.global "private" constant @table : memref<3xi16> = dense<[16256, -32768, 1]>
memref.global "private" constant @table : memref<3xbf16> = dense<[1.0, -0.0, 0x0001]>

// A bf16 that is only moved is an integer: the hardware's conversions, which
// LLVM would use on the way, take the denormal 0x0001 for 0.
// CHECK-LABEL: func.func @move(
// CHECK-SAME:    %[[A:.*]]: memref<i16>, %[[OUT:.*]]: memref<4xi16>)
// CHECK:         %[[X:.*]] = memref.load %[[A]][] : memref<i16>
// CHECK:         scf.for
// CHECK-NEXT:      memref.store %[[X]]
func.func @move(%a: memref<bf16>, %out: memref<4xbf16>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %4 = arith.constant 4 : index
  %x = memref.load %a[] : memref<bf16>
  scf.for %i = %0 to %4 step %1 {
    memref.store %x, %out[%i] : memref<4xbf16>
  }
  return
}

// CHECK-LABEL: func.func @select(
// CHECK:         %[[C:.*]] = arith.constant 16256 : i16
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[C]] : i16
func.func @select(%c: i1, %a: memref<bf16>) {
  %one = arith.constant 1.0 : bf16
  %x = memref.load %a[] : memref<bf16>
  %y = arith.select %c, %x, %one : bf16
  memref.store %y, %a[] : memref<bf16>
  return
}

// CHECK-LABEL: func.func @extend(
// CHECK:         %[[I:.*]] = arith.extui %{{.*}} : i16 to i32
// CHECK:         %[[S:.*]] = arith.shli %[[I]]
// CHECK:         %[[F:.*]] = arith.bitcast %[[S]] : i32 to f32
// CHECK:         arith.extf %[[F]] : f32 to f64
func.func @extend(%a: memref<bf16>, %out: memref<f64>) {
  %x = memref.load %a[] : memref<bf16>
  %y = arith.extf %x : bf16 to f64
  memref.store %y, %out[] : memref<f64>
  return
}

// CHECK-LABEL: func.func @truncate(
// CHECK-NOT:     arith.truncf
// CHECK:         memref.store %{{.*}} : memref<i16>
func.func @truncate(%a: memref<f32>, %out: memref<bf16>) {
  %x = memref.load %a[] : memref<f32>
  %y = arith.truncf %x : f32 to bf16
  memref.store %y, %out[] : memref<bf16>
  return
}

// CHECK-LABEL: func.func @integer(
// CHECK:         arith.uitofp %{{.*}} : i1 to f32
// CHECK:         memref.store %{{.*}} : memref<i16>
func.func @integer(%a: memref<i1>, %out: memref<bf16>) {
  %x = memref.load %a[] : memref<i1>
  %y = arith.uitofp %x : i1 to bf16
  memref.store %y, %out[] : memref<bf16>
  return
}

// CHECK-LABEL: func.func @maximum(
// CHECK:         arith.maximumf
func.func @maximum(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}

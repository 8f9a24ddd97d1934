// RUN: kina-translate --kina-to-llvmir --library=lib --cpu=x86-64-v3 %s | FileCheck %s

// LLVM does not work out functions like exp where the argument is constant, nor
// make x * x of pow(x, 2): its bits are not those of the call at run time.
// erf(-1.4) is -0.952285112 or the float beside it.

// CHECK-LABEL: define {{.*}}@kernel.erf(
// CHECK:         call float @erff(
func.func @erf() -> tensor<1xf32> {
  %a = kina.constant dense<-1.4> : tensor<1xf32>
  %0 = kina.erf %a : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: define {{.*}}@kernel.exp(
// CHECK:         call float @{{llvm.exp.f32|expf}}(
func.func @exp() -> tensor<1xf32> {
  %a = kina.constant dense<1.0> : tensor<1xf32>
  %0 = kina.exp %a : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: define {{.*}}@kernel.powf(
// CHECK:         call float @{{llvm.pow.f32|powf}}(
func.func @pow(%a: tensor<1xf32>) -> tensor<1xf32> {
  %two = kina.constant dense<2.0> : tensor<1xf32>
  %0 = kina.pow %a, %two : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// What IEEE 754 rounds is worked out.
// CHECK-LABEL: define {{.*}}@kernel.copy(
// CHECK:         store float 3.000000e+00
func.func @add() -> tensor<1xf32> {
  %a = kina.constant dense<1.0> : tensor<1xf32>
  %b = kina.constant dense<2.0> : tensor<1xf32>
  %0 = kina.add %a, %b : tensor<1xf32>
  return %0 : tensor<1xf32>
}

// RUN: kina-opt %s --kina-plan-workspace --split-input-file --verify-diagnostics

// expected-error @+1 {{is recursive: a call needs a workspace of a size that is known before it}}
func.func private @even() {
  call @odd() : () -> ()
  return
}
func.func private @odd() {
  call @even() : () -> ()
  return
}

// -----

func.func private @data(%in: memref<index>) {
  %d = memref.load %in[] : memref<index>
  // expected-error @+1 {{has a size that depends on data}}
  %a = memref.alloc(%d) : memref<?xf32>
  linalg.copy ins(%a : memref<?xf32>) outs(%a : memref<?xf32>)
  return
}

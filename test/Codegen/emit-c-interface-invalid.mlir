// RUN: kina-opt %s --kina-emit-c-interface="library=lib" --split-input-file --verify-diagnostics

// expected-error @+1 {{has no name that a C function can have: expected letters, digits and '_'}}
func.func private @"a b"(%w: memref<?xi8> {kina.workspace}) attributes {kina.export, kina.workspace_bytes = 0 : i64} {
  return
}

// -----

// expected-note @+1 {{it is taken here}}
func.func private @f(%w: memref<?xi8> {kina.workspace}) attributes {kina.export, kina.workspace_bytes = 0 : i64} {
  return
}
// expected-error @+1 {{would define the C symbol 'lib_f_workspace' a second time}}
func.func private @f_workspace(%w: memref<?xi8> {kina.workspace}) attributes {kina.export, kina.workspace_bytes = 0 : i64} {
  return
}

// -----

// expected-error @+1 {{would define the C symbol 'lib_manifest' a second time: the library's manifest has that name}}
func.func private @manifest(%w: memref<?xi8> {kina.workspace}) attributes {kina.export, kina.workspace_bytes = 0 : i64} {
  return
}

// -----

// expected-error @+1 {{expected arguments and results with different C names, but got 'x'}}
func.func private @f(%a: memref<2xf32> {kina.name = "x"}, %b: memref<2xf32> {kina.name = "x", kina.result}, %w: memref<?xi8> {kina.workspace}) attributes {kina.export, kina.workspace_bytes = 0 : i64} {
  return
}

// RUN: not kina-opt %s --kina-emit-c-interface="library=3-d" 2>&1 | FileCheck %s
// CHECK: error: expected a C identifier as the library's name, but got '3-d'

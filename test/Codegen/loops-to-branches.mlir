// RUN: kina-opt %s --kina-loops-to-branches | FileCheck %s --implicit-check-not=scf.

// CHECK-LABEL: func.func @loops(
// CHECK:         call @before
// CHECK:         cf.br ^[[OUTER:.*]](
// CHECK:       ^[[OUTER]](
// CHECK:         cf.cond_br
// CHECK:         cf.br ^[[INNER:.*]](
// CHECK:       ^[[INNER]](
// CHECK:         cf.cond_br
// CHECK:         call @inside
// CHECK:         cf.br ^[[INNER]](
// CHECK:         cf.br ^[[OUTER]](
// CHECK:         call @between
// CHECK:         cf.br ^[[LAST:.*]](
// CHECK:       ^[[LAST]](
// CHECK:         cf.cond_br
// CHECK:         call @inside
// CHECK:         cf.br ^[[LAST]](
// CHECK:         call @after
// CHECK-NEXT:    return
func.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  call @before() : () -> ()
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      func.call @inside() : () -> ()
    }
  }
  call @between() : () -> ()
  scf.for %i = %c0 to %n step %c1 {
    func.call @inside() : () -> ()
  }
  call @after() : () -> ()
  return
}

func.func private @before()
func.func private @inside()
func.func private @between()
func.func private @after()

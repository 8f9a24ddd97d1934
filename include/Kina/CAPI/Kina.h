/*===- Kina.h - C interface of the Kina compiler ------------------*- C -*-===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* The library is libKinaC.so. Every function may be called from several      *|
|* threads at once.                                                           *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef KINA_CAPI_KINA_H
#define KINA_CAPI_KINA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KINA_EXPORT __attribute__((visibility("default")))

enum { KINA_NOTE = 0, KINA_REMARK = 1, KINA_WARNING = 2, KINA_ERROR = 3 };

/* Receives one diagnostic. Lines and columns count from 1; 0 says that the
 * position is not known. A note belongs to the diagnostic before it. */
typedef void (*KinaDiagnosticHandler)(int32_t severity, const char *file,
                                      int32_t line, int32_t column,
                                      const char *message, void *userData);

/* The version of Kina, such as "0.1.0". The string is never freed. */
KINA_EXPORT const char *kinaVersion(void);

/* Compiles the file `input` (.kina, or .mlir with kina ops) to the shared
 * library `output`, and beside it a C header of the same stem.
 *
 * `library` is the prefix of the symbols; NULL takes the stem of `input`.
 * `cpu` is a target CPU as LLVM names it; NULL or "native" takes this machine.
 * `report`, where not NULL, is a path for a JSON file: seconds for each phase,
 * seconds and bytes of code for each function, and results that are views.
 *
 * Returns 0, or 1 after the reasons went to `handler`; then no file is
 * written or changed. `handler` may be NULL. */
KINA_EXPORT int32_t kinaCompileLibrary(const char *input, const char *output,
                                       const char *library, const char *cpu,
                                       const char *report,
                                       KinaDiagnosticHandler handler,
                                       void *userData);

#ifdef __cplusplus
}
#endif

#endif /* KINA_CAPI_KINA_H */

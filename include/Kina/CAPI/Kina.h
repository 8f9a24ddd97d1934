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

#include <stddef.h>
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

/* Receives text, such as a module after a phase. */
typedef void (*KinaTextHandler)(const char *text, size_t length,
                                void *userData);

/* What is compiled. */
typedef struct KinaSource {
  /* A path; its ending tells the language: .kina, .mlir or .mlirbc with kina
   * ops. Imports are looked for relative to it. */
  const char *name;
  /* What stands in it, of `length` bytes; NULL reads the file. */
  const char *text;
  size_t length;
} KinaSource;

/* How it is compiled. All zero is what most callers want. */
typedef struct KinaOptions {
  /* The prefix of the symbols; NULL takes the stem of the source's name. */
  const char *library;
  /* A target CPU as LLVM names it; NULL or "native" takes this machine. */
  const char *cpu;
  /* Not 0: a sharded program is compiled as one process for each device. */
  int32_t spmd;
  /* Not 0: an engine tells gdb and perf the names of its functions. */
  int32_t debug;
  /* The phase behind which the program is written to `text`, as kinaPhases
   * has it; NULL for none. */
  const char *printAfter;
  KinaTextHandler text;
  /* What it points to becomes not 0, by another thread, once the compilation is
   * no longer wanted: it then ends soon, with an error. May be NULL. */
  const int32_t *cancel;
  /* Handlers may be NULL; both get `userData`. */
  KinaDiagnosticHandler diagnostic;
  void *userData;
} KinaOptions;

/* The version of Kina, such as "0.1.0". The string is never freed. */
KINA_EXPORT const char *kinaVersion(void);

/* The names of the phases in their order; NULL ends them. */
KINA_EXPORT const char *const *kinaPhases(void);

/* Compiles to the shared library `output`, and beside it a C header of the same
 * stem.
 *
 * `report`, where not NULL, is a path for a JSON file: seconds for each phase,
 * seconds and bytes of code for each function, and results that are views.
 *
 * Returns 0, or 1 after the reasons went to the diagnostic handler; then no
 * file is written or changed. */
KINA_EXPORT int32_t kinaCompileLibrary(const KinaSource *source,
                                       const char *output, const char *report,
                                       const KinaOptions *options);

/* Compiles as far as `options->printAfter`, and no further. Returns 0, or 1
 * after the reasons went to the diagnostic handler. */
KINA_EXPORT int32_t kinaCompileUntil(const KinaSource *source,
                                     const KinaOptions *options);

/* Compiled functions in the memory of this process. */
typedef struct KinaEngine KinaEngine;

/* Compiles and loads: no file, no linker. NULL after the reasons went to the
 * diagnostic handler. */
KINA_EXPORT KinaEngine *kinaEngineCreate(const KinaSource *source,
                                         const KinaOptions *options);

/* Frees the code; no function of it may run, or be called afterwards. */
KINA_EXPORT void kinaEngineDestroy(KinaEngine *engine);

/* The address of a C function, such as "step_f", or NULL. */
KINA_EXPORT void *kinaEngineLookup(const KinaEngine *engine,
                                   const char *symbol);

/* The prefix of the symbols, the manifest and the C header of the library.
 * Strings live as long as the engine. */
KINA_EXPORT const char *kinaEngineLibrary(const KinaEngine *engine);
KINA_EXPORT const char *kinaEngineManifest(const KinaEngine *engine);
KINA_EXPORT const char *kinaEngineHeader(const KinaEngine *engine);

/* The files that were read: the source and what it imports. NULL at the end. */
KINA_EXPORT const char *kinaEngineSource(const KinaEngine *engine,
                                         size_t index);

/* The SHA-256 of what was in it, in hexadecimal digits. */
KINA_EXPORT const char *kinaEngineSourceHash(const KinaEngine *engine,
                                             size_t index);

/* The object file that the engine has loaded, and a library is linked from. */
KINA_EXPORT const void *kinaEngineObject(const KinaEngine *engine,
                                         size_t *size);

/* Links the object to a shared library, with its header beside it. Returns 0,
 * or 1 after the reasons went to the handler; then no file is written. */
KINA_EXPORT int32_t kinaEngineWriteLibrary(const KinaEngine *engine,
                                           const char *output,
                                           KinaDiagnosticHandler handler,
                                           void *userData);

#ifdef __cplusplus
}
#endif

#endif /* KINA_CAPI_KINA_H */

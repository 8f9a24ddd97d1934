/*===- call_overhead.c - A decode step called from C ----------------------===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Speaks as benchmark/worker.py does. Its arrays come from a file, f32 and   *|
|* dense, in the order of the function.                                       *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "storylm0_generate.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { K = 4, EMBED = 32, W = 16, LM_HEAD = 32, LOGITS = 8 };

static float k[K], v[K], embed[EMBED], wq[W], wk[W], wv[W], wo[W];
static float lm_head[LM_HEAD], scale[1];
static float k_next[2 * K], v_next[2 * K], logits[LOGITS];

static void read_array(FILE *file, float *array, size_t count) {
  if (fread(array, sizeof(float), count, file) != count) {
    fprintf(stderr, "the file of arrays is too short\n");
    exit(1);
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: call_overhead ARRAYS\n");
    return 2;
  }
  const int64_t token = 7;
  read_array(file, k, K);
  read_array(file, v, K);
  read_array(file, embed, EMBED);
  float *weights[] = {wq, wk, wv, wo};
  for (int i = 0; i < 4; ++i)
    read_array(file, weights[i], W);
  read_array(file, lm_head, LM_HEAD);
  read_array(file, scale, 1);
  fclose(file);

  size_t bytes = (size_t)storylm0_generate_decode_s1_workspace();
  void *workspace = aligned_alloc(64, (bytes + 64) / 64 * 64);
  int32_t status =
      storylm0_generate_decode_s1(&token, k, v, embed, wq, wk, wv, wo, lm_head,
                                  scale, k_next, v_next, logits, workspace);
  printf("{\"logits\": {\"\": [");
  for (int i = 0; i < LOGITS; ++i)
    printf("%s%.9g", i ? ", " : "", logits[i]);
  printf("]}, \"remark\": \"status %d\"}\n", (int)status);
  fflush(stdout);

  long count = 0;
  while (scanf("%ld", &count) == 1) {
    double start = now();
    for (long i = 0; i < count; ++i)
      status |= storylm0_generate_decode_s1(&token, k, v, embed, wq, wk, wv, wo,
                                            lm_head, scale, k_next, v_next,
                                            logits, workspace);
    printf("%.9f\n", now() - start);
    fflush(stdout);
  }
  free(workspace);
  return status;
}

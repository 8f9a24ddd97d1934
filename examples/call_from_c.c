/*===- call_from_c.c - The host loop of storylm0_generate in C ------------===*\
|*                                                                            *|
|* Part of Kina, under the Apache License v2.0 with LLVM Exceptions.          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|* Feeds token 3 through three steps and prints [3, 7, 7, 2]. To build it:    *|
|*                                                                            *|
|*   .venv/bin/kina compile examples/storylm0_generate.kina                   *|
|*   clang-22 -I. examples/call_from_c.c storylm0_generate.so \               *|
|*     -Wl,-rpath,. -o call_from_c                                            *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "storylm0_generate.h"
#include <stdio.h>
#include <stdlib.h>

enum { D = 4, V = 8, STEPS = 3, ALIGNMENT = 64 };

/* Weights that are exact in f32; each tensor has a number. */
static void fill(float *weights, int number, int count) {
  for (int i = 0; i < count; ++i)
    weights[i] = (float)((16 * i + 6 * number) % 19 - 9) / 8;
}

static void check(int32_t status, const char *function) {
  if (status == 0)
    return;
  fprintf(stderr, "%s: status %d\n", function, (int)status);
  exit(1);
}

/* One workspace serves every function, if it is as large as the largest. */
static void *allocate_workspace(void) {
  const int64_t needed[] = {
      storylm0_generate_decode_self_workspace(),
      storylm0_generate_decode_s1_workspace(),
      storylm0_generate_decode_s2_workspace(),
      storylm0_generate_greedy_one_workspace(),
  };
  size_t bytes = ALIGNMENT;
  for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); ++i)
    if ((size_t)needed[i] > bytes)
      bytes = (size_t)needed[i];
  /* aligned_alloc wants a multiple of the alignment. */
  bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return aligned_alloc(ALIGNMENT, bytes);
}

int main(void) {
  float embed[V * D], wq[D * D], wk[D * D], wv[D * D], wo[D * D];
  float lm_head[D * V];
  const float scale[] = {0.70710678f};
  fill(embed, 1, V * D);
  fill(wq, 2, D * D);
  fill(wk, 3, D * D);
  fill(wv, 4, D * D);
  fill(wo, 5, D * D);
  fill(lm_head, 6, D * V);

  /* A result may overlap no other array, so each step has a cache of its own:
   * D floats for each position. */
  float k1[1 * D], v1[1 * D], k2[2 * D], v2[2 * D], k3[3 * D], v3[3 * D];
  float logits[V];
  int64_t tokens[STEPS + 1] = {3};

  void *workspace = allocate_workspace();
  if (!workspace) {
    fprintf(stderr, "no memory for the workspace\n");
    return 1;
  }

  check(storylm0_generate_decode_self(&tokens[0], embed, wq, wk, wv, wo,
                                      lm_head, scale, k1, v1, logits,
                                      workspace),
        "decode_self");
  check(storylm0_generate_greedy_one(logits, &tokens[1], workspace),
        "greedy_one");
  check(storylm0_generate_decode_s1(&tokens[1], k1, v1, embed, wq, wk, wv, wo,
                                    lm_head, scale, k2, v2, logits, workspace),
        "decode_s1");
  check(storylm0_generate_greedy_one(logits, &tokens[2], workspace),
        "greedy_one");
  check(storylm0_generate_decode_s2(&tokens[2], k2, v2, embed, wq, wk, wv, wo,
                                    lm_head, scale, k3, v3, logits, workspace),
        "decode_s2");
  check(storylm0_generate_greedy_one(logits, &tokens[3], workspace),
        "greedy_one");
  free(workspace);

  printf("[%d", (int)tokens[0]);
  for (int i = 1; i <= STEPS; ++i)
    printf(", %d", (int)tokens[i]);
  printf("]\n");
  return 0;
}

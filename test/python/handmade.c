/* A library written by hand as the compiler would emit it, to test the loader
 * and the calls without the compiler. PREFIX and MANIFEST come from
 * handmade.py. */

#include <stdint.h>
#include <string.h>

#define JOIN_(a, b) a##_##b
#define JOIN(a, b) JOIN_(a, b)
#define FN(name)                                                               \
  __attribute__((visibility("default"))) int32_t JOIN(PREFIX, name)

__attribute__((visibility("default")))
const char JOIN(PREFIX, manifest)[] = MANIFEST;

static int misaligned(const void *p, uintptr_t to) {
  return !p || (uintptr_t)p % to;
}

FN(add)(const float *a, const float *b, float *sum, void *workspace) {
  if (misaligned(a, 4) || misaligned(b, 4) || misaligned(sum, 4) ||
      misaligned(workspace, 64))
    return 1;
  /* Writes before it reads all: a caller that lets sum overlap a or b sees it.
   */
  float *scratch = workspace;
  for (int i = 0; i < 6; ++i)
    scratch[i] = b[i];
  for (int i = 5; i >= 0; --i)
    sum[5 - i] = 0;
  for (int i = 0; i < 6; ++i)
    sum[i] = a[i] + scratch[i];
  return 0;
}

FN(total)(const float *x, float *sum, void *workspace) {
  *sum = x[0] + x[1] + x[2];
  return 0;
}

FN(gather)(const float *table, const int64_t *ids, float *rows,
           void *workspace) {
  for (int i = 0; i < 3; ++i)
    memcpy(rows + 2 * i, table + 2 * ids[i], 8);
  return 0;
}

FN(nothing)(void *workspace) { return 0; }

FN(seven)(int64_t *value, void *workspace) {
  *value = 7;
  return 0;
}

FN(nine)(const float *x, float *a, float *b, float *c, float *d, float *e,
         float *f, float *g, float *h, float *i, void *workspace) {
  float *results[9] = {a, b, c, d, e, f, g, h, i};
  for (int n = 0; n < 9; ++n)
    *results[n] = *x + n;
  return 0;
}

FN(small)(const uint16_t *half, const uint8_t *flag, const int32_t *word,
          const int8_t *byte, uint16_t *half_out, uint8_t *flag_out,
          int32_t *word_out, int8_t *byte_out, void *workspace) {
  memcpy(half_out, half, 4);
  memcpy(flag_out, flag, 2);
  memcpy(word_out, word, 8);
  memcpy(byte_out, byte, 2);
  return 0;
}

FN(head)(const float *x, float *first, void *workspace) {
  for (int i = 0; i < 2; ++i)
    memcpy(first + 3 * i, x + 5 * i, 12);
  return 0;
}

FN(grow)(int64_t S, const float *k, const float *k_new, float *k_next,
         void *workspace) {
  if (S < 1 || S > 100)
    return 2;
  memset(workspace, 1, 1024 * S);
  for (int i = 0; i < 2; ++i) {
    memcpy(k_next + i * (S + 1), k + i * S, 4 * S);
    k_next[i * (S + 1) + S] = k_new[i];
  }
  return 0;
}

__attribute__((visibility("default"))) int64_t JOIN(PREFIX,
                                                    grow_workspace)(int64_t S) {
  return S < 1 || S > 100 ? -1 : 1024 * S;
}

FN(status)(const int64_t *code, void *workspace) { return (int32_t)*code; }

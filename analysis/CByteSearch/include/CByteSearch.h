// SPDX-License-Identifier: MIT

// Searching among bytes sixteen at a time. Swift's vectors have no way to make a number of a comparison's result; clang's
// have one, which is a single instruction on x86-64.

#ifndef RACTRACE_CBYTESEARCH_H
#define RACTRACE_CBYTESEARCH_H

#include <stdint.h>
#include <string.h>

typedef unsigned char ractrace_bytes __attribute__((ext_vector_type(16), aligned(1)));
typedef _Bool ractrace_bits __attribute__((ext_vector_type(16)));

// Which of the sixteen bytes at an address are 0: the lowest bit tells of the first.
static inline __attribute__((always_inline)) uint32_t ractrace_zero_bytes(const void *_Nonnull address) {
  ractrace_bits bits = __builtin_convertvector(*(const ractrace_bytes *)address == 0, ractrace_bits);
  uint16_t mask;
  memcpy(&mask, &bits, sizeof mask);
  return mask;
}

// The same of 64 bytes: none of the four comparisons waits for another.
static inline __attribute__((always_inline)) uint64_t ractrace_zero_bytes_of_64(const void *_Nonnull address) {
  const char *bytes = (const char *)address;
  return (uint64_t)ractrace_zero_bytes(bytes) | (uint64_t)ractrace_zero_bytes(bytes + 16) << 16 |
         (uint64_t)ractrace_zero_bytes(bytes + 32) << 32 | (uint64_t)ractrace_zero_bytes(bytes + 48) << 48;
}

// Asks for the bytes at an address, which are read soon; it need not be one that can be read.
static inline __attribute__((always_inline)) void ractrace_prefetch(const void *_Nonnull address) {
  __builtin_prefetch(address);
}

#endif

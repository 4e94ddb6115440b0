// SPDX-License-Identifier: MIT

// Random values for the fields of events, drawn from a seed: mostly the kinds that break readers, such as extremes,
// empty texts, wrong UTF-8, control characters, infinities, subnormal numbers and lists without elements.

#ifndef RACTRACE_EVERYFIELD_VALUES_H
#define RACTRACE_EVERYFIELD_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { VALUES = 4, LIST = 64, TEXT = 6144 };

struct values {
  uint64_t bits[VALUES];
  double doubles[VALUES];
  float floats[VALUES];
  /// The elements of arrays and sequences, whatever their type.
  uint64_t list[LIST];
  /// How many elements a sequence gets: at most `LIST`.
  size_t counts[VALUES];
  /// Texts with a NUL at their end; bytes follow behind it.
  char texts[VALUES][TEXT];
  /// How many bytes a counted text gets: at times less than the text, at times more.
  size_t lengths[VALUES];
};

static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = (*state += 0x9e3779b97f4a7c15);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

static size_t below(uint64_t *random, size_t limit) { return (size_t)(next_random(random) % limit); }

static uint64_t draw_bits(uint64_t *random) {
  uint64_t near = (uint64_t)below(random, 5) - 2;
  switch (below(random, 4)) {
  case 0: return (uint64_t)below(random, 320) - 20;
  case 1: return ((uint64_t)1 << below(random, 64)) + near;
  case 2: return near;
  default: return next_random(random);
  }
}

static double draw_double(uint64_t *random) {
  static const double doubles[] = {0.0, -0.0, 1.5, -2.25e-10, 6.02e23, 1e308, 5e-324, -1e-310};
  double number;
  uint64_t bits = below(random, 8) ? next_random(random) : 0x7ff0000000000000 | next_random(random) << 63;
  memcpy(&number, &bits, sizeof number);
  return below(random, 2) ? number : doubles[below(random, sizeof doubles / sizeof *doubles)];
}

static float draw_float(uint64_t *random) {
  static const float floats[] = {0.0f, -0.0f, 1.5f, 3.4e38f, 1e-45f, -1e-40f};
  float number;
  uint32_t bits = below(random, 8) ? (uint32_t)next_random(random) : 0x7f800000 | (uint32_t)next_random(random) << 31;
  memcpy(&number, &bits, sizeof number);
  return below(random, 2) ? number : floats[below(random, sizeof floats / sizeof *floats)];
}

static void draw_text(char *text, uint64_t *random) {
  static const char *const texts[] = {
      "", "a", "clicks.map.filter", "line\nbreak\r\n", "quote\" and back\\slash", "\t\x1b[31mred\x07", "é中😀",
      "\xff\xfe wrong \xc3", "cut \xf0\x9f\x98", "\x01\x7f\x80\xc2\x85", " ", "{ a = 1, b = [2] }, \"c\"",
      "a text that is rather longer than a vector register of any machine that this is likely to run on"};
  size_t length = below(random, 128) ? below(random, 64) : below(random, TEXT - 1);
  if (below(random, 2)) {
    strcpy(text, texts[below(random, sizeof texts / sizeof *texts)]);
    return;
  }
  for (size_t i = 0; i < length; i++) text[i] = (char)(1 + below(random, 255));
  text[length] = 0;
}

static void draw_values(struct values *values, uint64_t *random) {
  for (int i = 0; i < VALUES; i++) {
    values->bits[i] = draw_bits(random);
    values->doubles[i] = draw_double(random);
    values->floats[i] = draw_float(random);
    values->counts[i] = below(random, 4) ? below(random, 8) : below(random, LIST + 1);
    draw_text(values->texts[i], random);
    values->lengths[i] = below(random, 4) ? strlen(values->texts[i]) : below(random, 40);
  }
  for (int i = 0; i < LIST; i++) values->list[i] = draw_bits(random);
}

#endif

// SPDX-License-Identifier: MIT

// Emits events with every kind of field that lttng-ust can write: `EveryField ROUNDS THREADS`. The tests of the reader
// record it and compare what the reader makes of the trace with what babeltrace2 does.

#ifdef RACTRACE_LTTNG

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "everyfield-provider.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static long rounds;

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void one_round(long round, uint64_t *random) {
  static const char *const texts[] = {
      "", "a", "clicks.map.filter", "line\nbreak", "quote\" and back\\slash", "\t\x1b[31mred", "é中😀",
      "a text that is rather longer than a vector register of any machine that this is likely to run on"};
  static const double numbers[] = {0.0, -0.0, 1.5, -2.25e-10, 6.02e23, 1e308};
  static const int choices[] = {0, 1, 2, 8, 9, 12, 13, 200, -5, -1000, 1000, 70000};
  uint64_t list[16];
  char twelve[12] = "twelve";

  for (int i = 0; i < 16; i++) list[i] = next_random(random);
  memset(twelve, 'a' + round % 26, (size_t)(round % 13));
  const char *text = texts[next_random(random) % 8];
  double number = round % 17 == 0 ? INFINITY : numbers[next_random(random) % 6];

  lttng_ust_tracepoint(everyfield, integers, round % 5 ? next_random(random) : (uint64_t)-(round % 3));
  lttng_ust_tracepoint(everyfield, numbers, number, choices[next_random(random) % 12]);
  lttng_ust_tracepoint(everyfield, texts, text, strlen(text), twelve);
  lttng_ust_tracepoint(everyfield, lists, list, next_random(random) % 16);
  lttng_ust_tracepoint(everyfield, nothing);
}

static void *thread(void *argument) {
  uint64_t random = 88172645463325252u + (uint64_t)(uintptr_t)argument;
  for (long round = 0; round < rounds; round++) {
    one_round(round, &random);
    // Long enough for lttng-ust to write a full time stamp: more than 2^27 ns.
    if (round == rounds / 2) nanosleep(&(struct timespec){.tv_nsec = 150000000}, NULL);
  }
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t ids[16];
  rounds = count > 1 ? atol(arguments[1]) : 1;
  long threads = count > 2 ? atol(arguments[2]) : 1;
  if (threads > 16) threads = 16;
  for (long i = 0; i < threads; i++) pthread_create(&ids[i], NULL, thread, (void *)(uintptr_t)i);
  for (long i = 0; i < threads; i++) pthread_join(ids[i], NULL);
}

#else

int main(void) { return 0; }

#endif

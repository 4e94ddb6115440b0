// SPDX-License-Identifier: MIT

// The main function of a program that emits random events. Before this is included, `emit_event` is defined: it emits
// one event, with the values given, of the kind that `choice` tells.
//
// `PROGRAM SEED EVENTS THREADS BURSTS PAUSE`: each thread emits EVENTS events, in BURSTS bursts with PAUSE ms between.
// What is emitted depends on the seed and the thread only.

#ifndef RACTRACE_EVERYFIELD_EMIT_H
#define RACTRACE_EVERYFIELD_EMIT_H

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "values.h"

static uint64_t seed;
static long events, bursts, pause_ms;

static void *emit_thread(void *argument) {
  uint64_t random = seed * 0x2545f4914f6cdd1d + (uint64_t)(uintptr_t)argument;
  struct values *values = calloc(1, sizeof *values);
  if (!values) return NULL;
  long burst = events / bursts + 1;
  for (long event = 0; event < events; event++) {
    draw_values(values, &random);
    emit_event(values, (unsigned)next_random(&random));
    if ((event + 1) % burst == 0) {
      nanosleep(&(struct timespec){.tv_sec = pause_ms / 1000, .tv_nsec = pause_ms % 1000 * 1000000}, NULL);
    }
  }
  free(values);
  return NULL;
}

static long number(int count, char **arguments, int index, long otherwise) {
  return index < count && atol(arguments[index]) > 0 ? atol(arguments[index]) : otherwise;
}

int main(int count, char **arguments) {
  pthread_t ids[16];
  seed = (uint64_t)number(count, arguments, 1, 1);
  events = number(count, arguments, 2, 1);
  long threads = number(count, arguments, 3, 1);
  bursts = number(count, arguments, 4, 1);
  pause_ms = number(count, arguments, 5, 0);
  if (threads > 16) threads = 16;
  for (long i = 0; i < threads; i++) {
    if (pthread_create(&ids[i], NULL, emit_thread, (void *)(uintptr_t)i)) return 1;
  }
  for (long i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  return 0;
}

#endif

// SPDX-License-Identifier: MIT

// Fills a trace for the benchmarks of reading: two threads deliver numbers through chains of signals that the main
// thread has subscribed to, as a busy program does, each delivery a `next`, and a `delivered` behind it if asked for. It
// waits for room in the buffers (with LTTNG_UST_ALLOW_BLOCKING and a channel that blocks), so that no event is lost.
//
// usage: TraceFiller next|delivered EVENTS

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef RACTRACE_LTTNG

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE

#include "racsignal-provider.h"

enum { threads = 2, chains = 4, stages = 4 };

static const char *const names[chains] = {"clicks", "temperatures", "requests.retries", "prices"};
static const char *const operators[stages] = {"", ".map", ".map.filter", ".map.filter.throttle"};
static const char *const subscribers[stages] = {"map", "filter", "throttle", "App/DashboardView.swift:142"};

struct work {
  uint64_t thread;
  uint64_t events;
  int with_delivered;
};

static char signals[chains][stages][64];

static uint64_t subscription(uint64_t thread, int chain, int stage) {
  return thread * 1024 + (uint64_t)(chain * stages + stage) + 1;
}

static void *fill(void *argument) {
  const struct work *work = argument;
  uint64_t ordinals[chains][stages] = {{0}};
  uint64_t sent = 0;
  for (uint64_t value = 0; sent < work->events; value++) {
    int chain = (int)(value % chains);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)(value * 7919 % 1000003));
    int depth = 0;
    for (; depth < stages && sent < work->events; depth++, sent++) {
      lttng_ust_tracepoint(racsignal, next, signals[chain][depth], subscribers[depth], text,
                           subscription(work->thread, chain, depth), ++ordinals[chain][depth]);
    }
    while (work->with_delivered && depth-- > 0) {
      lttng_ust_tracepoint(racsignal, delivered, subscription(work->thread, chain, depth));
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  uint64_t events = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
  if (events == 0) {
    fputs("usage: TraceFiller next|delivered EVENTS\n", stderr);
    return 2;
  }
  int with_delivered = strcmp(argv[1], "delivered") == 0;
  uint64_t nexts = with_delivered ? events / 2 : events;
  for (int chain = 0; chain < chains; chain++)
    for (int stage = 0; stage < stages; stage++)
      snprintf(signals[chain][stage], sizeof signals[chain][stage], "%s%s", names[chain], operators[stage]);
  for (uint64_t thread = 0; thread < threads; thread++)
    for (int chain = 0; chain < chains; chain++)
      for (int stage = 0; stage < stages; stage++)
        lttng_ust_tracepoint(racsignal, subscribed, signals[chain][stage], subscribers[stage],
                             subscription(thread, chain, stage), subscription(thread, chain, stage), 0, 0);
  pthread_t ids[threads];
  struct work work[threads];
  for (uint64_t thread = 0; thread < threads; thread++) {
    work[thread] = (struct work){thread, nexts / threads, with_delivered};
    if (pthread_create(&ids[thread], NULL, fill, &work[thread])) {
      perror("pthread_create");
      return 1;
    }
  }
  for (int thread = 0; thread < threads; thread++)
    pthread_join(ids[thread], NULL);
  return 0;
}

#else

int main(void) {
  fputs("TraceFiller: built without lttng (package trait LTTng)\n", stderr);
  return 1;
}

#endif

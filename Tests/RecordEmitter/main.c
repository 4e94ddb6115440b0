// SPDX-License-Identifier: MIT

// A program to record: RecordEmitter FILE THREADS EVENTS PAUSE KILL
//
// Each of THREADS threads, each on a processor of its own, emits EVENTS times racsignal:next (0: without end), waiting
// PAUSE microseconds after each. How many each thread has emitted stands in FILE, one 64-bit number after the other,
// so that it is known even when the program is killed: after KILL microseconds by itself, if that is not 0. Standard
// input is copied to standard output; then the number of events is printed, and the status is 3.

#define _GNU_SOURCE

#ifdef RACTRACE_LTTNG
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "racsignal-provider.h"
#define EMIT(subscription, ordinal)                                                                                   \
  lttng_ust_tracepoint(racsignal, next, "clicks.map", "App/Login.swift:42", "12345", subscription, ordinal)
#else
#define EMIT(subscription, ordinal)
#endif

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_threads = 64 };

static _Atomic uint64_t *emitted;
static uint64_t events;
static useconds_t pause_time;

// A thread of its own processor is never stopped inside a write for the sake of another emitting thread: a kill then
// leaves at most its last event unfinished, with nothing behind it.
static void settle(int index) {
  cpu_set_t allowed, own;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  int wanted = index % CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || wanted-- != 0) continue;
    CPU_ZERO(&own);
    CPU_SET(cpu, &own);
    sched_setaffinity(0, sizeof own, &own);
    return;
  }
}

static void *emit(void *argument) {
  int index = (int)(intptr_t)argument;
  settle(index);
  for (uint64_t n = 1; events == 0 || n <= events; n++) {
    EMIT((uint64_t)index + 1, n);
    atomic_store(&emitted[index], n);
    if (pause_time != 0) usleep(pause_time);
  }
  return NULL;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fputs("usage: RecordEmitter FILE THREADS EVENTS PAUSE KILL\n", stderr);
    return 2;
  }
  int threads = atoi(argv[2]);
  events = strtoull(argv[3], NULL, 10);
  pause_time = (useconds_t)atoi(argv[4]);
  int file = open(argv[1], O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (threads < 1 || threads > most_threads || file < 0 || ftruncate(file, 4096) != 0) return 2;
  emitted = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (emitted == MAP_FAILED) return 2;

  pthread_t handles[most_threads];
  for (intptr_t i = 0; i < threads; i++) {
    if (pthread_create(&handles[i], NULL, emit, (void *)i) != 0) return 2;
  }
  if (atoi(argv[5]) != 0) {
    usleep((useconds_t)atoi(argv[5]));
    kill(getpid(), SIGKILL);
  }
  for (int i = 0; i < threads; i++) pthread_join(handles[i], NULL);

  for (int byte = getchar(); byte != EOF; byte = getchar()) putchar(byte);
  uint64_t sum = 0;
  for (int i = 0; i < threads; i++) sum += emitted[i];
  printf("%llu events\n", (unsigned long long)sum);
  return 3;
}

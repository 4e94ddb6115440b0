// SPDX-License-Identifier: MIT

// The baseline of a recorded `next`: the same events from C, with the same guard, ready strings and a digit loop of its
// own. Prints, for each kind of value, the least nanoseconds an event of some batches.
//
// usage: RecordingBaseline KIND BATCHES EVENTS, where KIND is int, short, long or delivered

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef RACTRACE_LTTNG

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE

#include "racsignal-provider.h"

static const char *signal_name = "numbers";
static const char *subscriber_name = "RecordingBenchmark/main.swift:1";

static const char *digits(int64_t value, char buffer[24]) {
  char *position = buffer + 23;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  *position = 0;
  do {
    *--position = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest);
  if (value < 0)
    *--position = '-';
  return position;
}

// Not inlined, as the Swift side's send is not: what is compared is the emitting, not the loop around it.
static __attribute__((noinline)) void send_integer(int64_t value, uint64_t ordinal) {
  if (lttng_ust_tracepoint_enabled(racsignal, next)) {
    char buffer[24];
    lttng_ust_do_tracepoint(racsignal, next, signal_name, subscriber_name, digits(value, buffer), 1, ordinal);
  }
}

static __attribute__((noinline)) void send_text(const char *value, uint64_t ordinal) {
  lttng_ust_tracepoint(racsignal, next, signal_name, subscriber_name, value, 1, ordinal);
}

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("usage: RecordingBaseline int|short|long|delivered BATCHES EVENTS\n", stderr);
    return 2;
  }
  const char *kind = argv[1];
  long batches = atol(argv[2]), events = atol(argv[3]);
  char text[1025];
  // What the contract keeps of a longer text: 253 bytes and an ellipsis.
  size_t length = strcmp(kind, "long") == 0 ? 253 : 5;
  memset(text, 'x', length);
  strcpy(text + length, length > 5 ? "\u2026" : "");
  int with_integer = strcmp(kind, "int") == 0 || strcmp(kind, "delivered") == 0;
  int with_delivered = strcmp(kind, "delivered") == 0;

  uint64_t ordinal = 0;
  double least = 1e18;
  for (long batch = 0; batch < batches; batch++) {
    double begin = now_ns();
    for (long event = 0; event < events; event++) {
      ordinal++;
      if (with_integer)
        send_integer((int64_t)(1000000 + event), ordinal);
      else
        send_text(text, ordinal);
      if (with_delivered)
        lttng_ust_tracepoint(racsignal, delivered, 1);
    }
    double each = (now_ns() - begin) / (double)events;
    if (each < least)
      least = each;
  }
  printf("%.2f\n", least);
  return 0;
}

#else

int main(void) {
  fputs("RecordingBaseline: built without lttng (package trait LTTng)\n", stderr);
  return 1;
}

#endif

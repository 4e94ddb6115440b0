// SPDX-License-Identifier: MIT

// Emits every event of the tracepoint contract once, in C and without anything of Swift: what a program in another
// language does to be read by ractrace. It tells of one subscription, `clicks`, to which a value is delivered on a
// queue, and of some others that end in other ways.
//
// By hand:  cc -I probes/CSignalProbes/include probes/ContractExample/main.c -DRACTRACE_LTTNG -llttng-ust -o example

#ifdef RACTRACE_LTTNG

// In one file of the program, before the first provider header.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE

#include "racsignal-provider.h"

#include "raccompounddisposable-provider.h"

#include "racscheduler-provider.h"

#include "racprocess-provider.h"

int main(void) {
  enum { clicks = 1, subscription = 2, failing = 3, queue = 4, action = 5, skipped = 6, early = 7 };

  lttng_ust_tracepoint(racsignal, subscribed, "clicks", "main.c:28", subscription, clicks, 0, 0);
  lttng_ust_tracepoint(raccompounddisposable, added, "clicks subscription", "upstream", 1);
  lttng_ust_tracepoint(racscheduler, scheduled, "queue", queue, action, 0, 0);
  lttng_ust_tracepoint(racscheduler, scheduled, "queue", queue, skipped, 1000000, 0);
  lttng_ust_tracepoint(racscheduler, cancelled, skipped);

  lttng_ust_tracepoint(racscheduler, began, action);
  lttng_ust_tracepoint(racsignal, next, "clicks", "main.c:28", "42", subscription, 1);
  lttng_ust_tracepoint(racsignal, delivered, subscription);
  lttng_ust_tracepoint(racscheduler, ended, action);

  lttng_ust_tracepoint(racsignal, subscribed, "login", "main.c:39", failing, clicks, subscription, 0);
  lttng_ust_tracepoint(racsignal, error, "login", "main.c:39", "no such user", failing, 0);
  lttng_ust_tracepoint(racsignal, disposed, "login", "main.c:39", failing, 0);
  lttng_ust_tracepoint(racsignal, violation, "login", "main.c:39", "terminated", "next after error", failing);

  lttng_ust_tracepoint(racsignal, dropped, "clicks", "main.c:28", "buffer full", subscription, 3);
  lttng_ust_tracepoint(racsignal, completed, "clicks", "main.c:28", subscription, 1);
  lttng_ust_tracepoint(racsignal, disposed, "clicks", "main.c:28", subscription, 1);
  lttng_ust_tracepoint(raccompounddisposable, removed, "clicks subscription", "upstream", 0);

  lttng_ust_tracepoint(racsignal, alive, "ticks", "main.c:50", early, clicks, 0, 0, 17, 5000000000);
  lttng_ust_tracepoint(racprocess, exiting, "ContractExample", 1);
  return 0;
}

#else

#include <stdio.h>

int main(void) {
  fputs("ContractExample: built without lttng (package trait LTTng)\n", stderr);
  return 1;
}

#endif

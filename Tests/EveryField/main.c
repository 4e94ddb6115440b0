// SPDX-License-Identifier: MIT

// Emits events with every kind of field that lttng-ust can write. The tests of the reader record it and compare what
// the reader makes of the trace with what babeltrace2 does.

#ifdef RACTRACE_LTTNG

#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "everyfield-provider.h"

#include "values.h"

static void emit_event(const struct values *values, unsigned choice) {
  switch (choice % 5) {
  case 0: lttng_ust_tracepoint(everyfield, integers, values->bits[0]); break;
  case 1: lttng_ust_tracepoint(everyfield, numbers, values->doubles[0], (int)values->bits[1]); break;
  case 2: lttng_ust_tracepoint(everyfield, texts, values->texts[0], values->lengths[0], values->texts[1]); break;
  case 3: lttng_ust_tracepoint(everyfield, lists, values->list, values->counts[0]); break;
  default: lttng_ust_tracepoint(everyfield, nothing); break;
  }
}

#include "emit.h"

#else

int main(void) { return 0; }

#endif

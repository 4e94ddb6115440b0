// SPDX-License-Identifier: MIT

// The tracepoints themselves, and the functions through which Swift fires them.

#ifdef RACTRACE_LTTNG

// Both must stand before the first lttng-ust header, or every tracepoint is a dead declaration.
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE

#include "racsignal-provider.h"

#include "raccompounddisposable-provider.h"

#include "racscheduler-provider.h"

#include "racprocess-provider.h"

#include "CSignalProbes.h"

#define RACTRACE_PROBE(provider, event, parameters, arguments)                                                        \
  void provider##_##event parameters { lttng_ust_tracepoint_cb_##provider##___##event arguments; }
#include "signal-probes.def"

#else

// A translation unit must not be empty.
typedef int ractrace_built_without_lttng;

#endif

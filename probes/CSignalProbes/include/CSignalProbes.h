// SPDX-License-Identifier: MIT

// The guards and the emitters of the tracepoint contract, as Swift imports them.
//
// Swift cannot expand lttng-ust's function-like macros, and importing <lttng/tracepoint.h> itself would bring its
// constructors into every client. This header therefore only declares: for each event a guard, inlined into the
// caller as a load and a branch, and an emitter, defined in signal-probes.c.
//
// The trait reaches the C compiler as a define but never Swift's importer: what decides here is whether lttng-ust's
// headers are there. Without the trait nothing imports this module.

#ifndef RACTRACE_CSIGNALPROBES_H
#define RACTRACE_CSIGNALPROBES_H

#include <stdbool.h>
#include <stdint.h>

#if __has_include(<lttng/tracepoint-types.h>)

#include <lttng/tracepoint-types.h>

// Who includes this is linked into one image with signal-probes.c. Said so, a guard reaches a tracepoint in one
// instruction instead of two. The C file itself cannot say it: lttng-ust's own declaration comes first there.
#ifdef RACTRACE_LTTNG
#define RACTRACE_SAME_IMAGE
#else
#define RACTRACE_SAME_IMAGE __attribute__((visibility("hidden")))
#endif

#define RACTRACE_PROBE(provider, event, parameters, arguments)                                                        \
  extern struct lttng_ust_tracepoint lttng_ust_tracepoint_##provider##___##event RACTRACE_SAME_IMAGE;                 \
  static inline __attribute__((always_inline)) bool provider##_##event##_enabled(void) {                              \
    return __builtin_expect(                                                                                          \
        __atomic_load_n(&lttng_ust_tracepoint_##provider##___##event.state, __ATOMIC_RELAXED), 0) != 0;               \
  }                                                                                                                   \
  void provider##_##event parameters;
#include "signal-probes.def"
#undef RACTRACE_PROBE

// Whether a delivery has anything to do for a trace: one branch for the three events that it may touch.
static inline __attribute__((always_inline)) bool ractrace_delivery_enabled(void) {
  return __builtin_expect(__atomic_load_n(&lttng_ust_tracepoint_racsignal___next.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racsignal___delivered.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racscheduler___scheduled.state, __ATOMIC_RELAXED),
                          0) != 0;
}

// Whether causes are to be kept up: `next` or `scheduled` is enabled.
static inline __attribute__((always_inline)) bool ractrace_causes_enabled(void) {
  return __builtin_expect(__atomic_load_n(&lttng_ust_tracepoint_racsignal___next.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racscheduler___scheduled.state, __ATOMIC_RELAXED),
                          0) != 0;
}

// Whether a hop has anything to do for a trace: one of its events is enabled, or causes are kept up.
static inline __attribute__((always_inline)) bool ractrace_hops_enabled(void) {
  return __builtin_expect(__atomic_load_n(&lttng_ust_tracepoint_racscheduler___scheduled.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racscheduler___began.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racscheduler___ended.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racscheduler___cancelled.state, __ATOMIC_RELAXED)
                              | __atomic_load_n(&lttng_ust_tracepoint_racsignal___next.state, __ATOMIC_RELAXED),
                          0) != 0;
}

// Which sessions record `alive`: 0 for none, else a number that changes when one begins or ceases to. lttng-ust gives a
// tracepoint another array of probes then; its address is compared, and never followed.
static inline __attribute__((always_inline)) uintptr_t ractrace_alive_listeners(void) {
  if (!racsignal_alive_enabled())
    return 0;
  return (uintptr_t)__atomic_load_n(&lttng_ust_tracepoint_racsignal___alive.probes, __ATOMIC_RELAXED) | 1;
}

#endif

#endif

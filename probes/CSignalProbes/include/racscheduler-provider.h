// SPDX-License-Identifier: MIT

// The LTTng-UST provider `racscheduler` of the tracepoint contract, version 1; each event is described in probes/README.md.
// lttng-ust reads this header several times, and allows one provider a header.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER racscheduler

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "racscheduler-provider.h"

#if !defined(RACTRACE_RACSCHEDULER_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RACTRACE_RACSCHEDULER_PROVIDER_H

#include <stdint.h>

#include <lttng/tracepoint.h>

// An action was handed to a scheduler, or a send was queued.
LTTNG_UST_TRACEPOINT_EVENT(
    racscheduler, scheduled,
    LTTNG_UST_TP_ARGS(const char *, scheduler, uint64_t, scheduler_id, uint64_t, action_id, uint64_t, delay_ns,
                      uint64_t, cause_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(scheduler, scheduler)
        lttng_ust_field_integer(uint64_t, scheduler_id, scheduler_id)
        lttng_ust_field_integer(uint64_t, action_id, action_id)
        lttng_ust_field_integer(uint64_t, delay_ns, delay_ns)
        lttng_ust_field_integer(uint64_t, cause_id, cause_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racscheduler, scheduled, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racscheduler, scheduled, "urn:ractrace:contract:1")

// An action begins to run, on this thread.
LTTNG_UST_TRACEPOINT_EVENT(
    racscheduler, began,
    LTTNG_UST_TP_ARGS(uint64_t, action_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action_id, action_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racscheduler, began, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racscheduler, began, "urn:ractrace:contract:1")

// An action has run.
LTTNG_UST_TRACEPOINT_EVENT(
    racscheduler, ended,
    LTTNG_UST_TP_ARGS(uint64_t, action_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action_id, action_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racscheduler, ended, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racscheduler, ended, "urn:ractrace:contract:1")

// An action was skipped, because it was disposed before it ran.
LTTNG_UST_TRACEPOINT_EVENT(
    racscheduler, cancelled,
    LTTNG_UST_TP_ARGS(uint64_t, action_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, action_id, action_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racscheduler, cancelled, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racscheduler, cancelled, "urn:ractrace:contract:1")

#endif

#include <lttng/tracepoint-event.h>

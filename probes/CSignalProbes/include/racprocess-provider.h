// SPDX-License-Identifier: MIT

// The LTTng-UST provider `racprocess` of the tracepoint contract, version 1; each event is described in probes/README.md.
// lttng-ust reads this header several times, and allows one provider a header.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER racprocess

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "racprocess-provider.h"

#if !defined(RACTRACE_RACPROCESS_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RACTRACE_RACPROCESS_PROVIDER_H

#include <stdint.h>

#include <lttng/tracepoint.h>

// The process exits in order; one that was killed has none.
LTTNG_UST_TRACEPOINT_EVENT(
    racprocess, exiting,
    LTTNG_UST_TP_ARGS(const char *, program, uint64_t, subscriptions),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(program, program)
        lttng_ust_field_integer(uint64_t, subscriptions, subscriptions)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racprocess, exiting, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racprocess, exiting, "urn:ractrace:contract:1")

#endif

#include <lttng/tracepoint-event.h>

// SPDX-License-Identifier: MIT

// The LTTng-UST provider `raccompounddisposable` of the tracepoint contract, version 1; each event is described in probes/README.md.
// lttng-ust reads this header several times, and allows one provider a header.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER raccompounddisposable

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "raccompounddisposable-provider.h"

#if !defined(RACTRACE_RACCOMPOUNDDISPOSABLE_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RACTRACE_RACCOMPOUNDDISPOSABLE_PROVIDER_H

#include <stdint.h>

#include <lttng/tracepoint.h>

// A disposable was added.
LTTNG_UST_TRACEPOINT_EVENT(
    raccompounddisposable, added,
    LTTNG_UST_TP_ARGS(const char *, compound_disposable, const char *, disposable, int64_t, new_total),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(compound_disposable, compound_disposable)
        lttng_ust_field_string(disposable, disposable)
        lttng_ust_field_integer(int64_t, new_total, new_total)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(raccompounddisposable, added, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(raccompounddisposable, added, "urn:ractrace:contract:1")

// A disposable was removed, without being disposed.
LTTNG_UST_TRACEPOINT_EVENT(
    raccompounddisposable, removed,
    LTTNG_UST_TP_ARGS(const char *, compound_disposable, const char *, disposable, int64_t, new_total),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(compound_disposable, compound_disposable)
        lttng_ust_field_string(disposable, disposable)
        lttng_ust_field_integer(int64_t, new_total, new_total)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(raccompounddisposable, removed, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(raccompounddisposable, removed, "urn:ractrace:contract:1")

#endif

#include <lttng/tracepoint-event.h>

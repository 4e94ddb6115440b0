// SPDX-License-Identifier: MIT

// The LTTng-UST provider `racsignal` of the tracepoint contract, version 1; each event is described in probes/README.md.
// lttng-ust reads this header several times, and allows one provider a header.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER racsignal

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "racsignal-provider.h"

#if !defined(RACTRACE_RACSIGNAL_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RACTRACE_RACSIGNAL_PROVIDER_H

#include <stdint.h>

#include <lttng/tracepoint.h>

// A subscription failed; its values end here.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, error,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, const char *, error,
                      uint64_t, subscription_id, uint64_t, values),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_string(error, error)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, values, values)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, error, LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, error, "urn:ractrace:contract:1")

// A sender broke a rule of the subscription grammar.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, violation,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, const char *, rule, const char *, detail,
                      uint64_t, subscription_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_string(rule, rule)
        lttng_ust_field_string(detail, detail)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, violation, LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, violation, "urn:ractrace:contract:1")

// Values were lost on purpose.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, dropped,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, const char *, reason,
                      uint64_t, subscription_id, uint64_t, count),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_string(reason, reason)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, count, count)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, dropped, LTTNG_UST_TRACEPOINT_LOGLEVEL_NOTICE)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, dropped, "urn:ractrace:contract:1")

// A subscription begins.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, subscribed,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, uint64_t, subscription_id,
                      uint64_t, signal_id, uint64_t, parent_id, uint64_t, cause_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, signal_id, signal_id)
        lttng_ust_field_integer(uint64_t, parent_id, parent_id)
        lttng_ust_field_integer(uint64_t, cause_id, cause_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, subscribed, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, subscribed, "urn:ractrace:contract:1")

// A subscription was there already when a session began to listen.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, alive,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, uint64_t, subscription_id,
                      uint64_t, signal_id, uint64_t, parent_id, uint64_t, cause_id, uint64_t, values,
                      uint64_t, age_ns),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, signal_id, signal_id)
        lttng_ust_field_integer(uint64_t, parent_id, parent_id)
        lttng_ust_field_integer(uint64_t, cause_id, cause_id)
        lttng_ust_field_integer(uint64_t, values, values)
        lttng_ust_field_integer(uint64_t, age_ns, age_ns)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, alive, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, alive, "urn:ractrace:contract:1")

// A subscription completed; its values end here.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, completed,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, uint64_t, subscription_id, uint64_t, values),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, values, values)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, completed, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, completed, "urn:ractrace:contract:1")

// A subscription is over, exactly once for each.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, disposed,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, uint64_t, subscription_id, uint64_t, values),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, values, values)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, disposed, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, disposed, "urn:ractrace:contract:1")

// A value is about to be delivered.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, next,
    LTTNG_UST_TP_ARGS(const char *, signal, const char *, subscriber, const char *, value,
                      uint64_t, subscription_id, uint64_t, ordinal),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(signal, signal)
        lttng_ust_field_string(subscriber, subscriber)
        lttng_ust_field_string(value, value)
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)
        lttng_ust_field_integer(uint64_t, ordinal, ordinal)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, next, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_FUNCTION)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, next, "urn:ractrace:contract:1")

// The delivery of a next, error or completed has returned.
LTTNG_UST_TRACEPOINT_EVENT(
    racsignal, delivered,
    LTTNG_UST_TP_ARGS(uint64_t, subscription_id),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint64_t, subscription_id, subscription_id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(racsignal, delivered, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(racsignal, delivered, "urn:ractrace:contract:1")

#endif

#include <lttng/tracepoint-event.h>

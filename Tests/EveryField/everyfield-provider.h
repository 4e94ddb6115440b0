// SPDX-License-Identifier: MIT

// The LTTng-UST provider `everyfield`: every kind of field that lttng-ust can write, for the tests of the reader.
// lttng-ust reads this header several times, and allows one provider a header.

#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER everyfield

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "everyfield-provider.h"

#if !defined(RACTRACE_EVERYFIELD_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define RACTRACE_EVERYFIELD_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_ENUM(
    everyfield, direction,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_value("north", 0)
        lttng_ust_field_enum_value("a word with spaces", 1)
        lttng_ust_field_enum_range("few", 2, 9)
        lttng_ust_field_enum_range("overlapping", 8, 12)
        lttng_ust_field_enum_value("high", 200)))

LTTNG_UST_TRACEPOINT_ENUM(
    everyfield, balance,
    LTTNG_UST_TP_ENUM_VALUES(
        lttng_ust_field_enum_range("debt", -1000, -1)
        lttng_ust_field_enum_value("nothing", 0)
        lttng_ust_field_enum_range("wealth", 1, 1000)))

LTTNG_UST_TRACEPOINT_EVENT(
    everyfield, integers,
    LTTNG_UST_TP_ARGS(uint64_t, bits),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint8_t, u8, bits)
        lttng_ust_field_integer(uint16_t, u16, bits)
        lttng_ust_field_integer(uint32_t, u32, bits)
        lttng_ust_field_integer(uint64_t, u64, bits)
        lttng_ust_field_integer(int8_t, i8, bits)
        lttng_ust_field_integer(int16_t, i16, bits)
        lttng_ust_field_integer(int32_t, i32, bits)
        lttng_ust_field_integer(int64_t, i64, bits)
        lttng_ust_field_integer(long, a_long, bits)
        lttng_ust_field_integer_hex(uint8_t, hex8, bits)
        lttng_ust_field_integer_hex(int16_t, hex16, bits)
        lttng_ust_field_integer_hex(int32_t, hex32, bits)
        lttng_ust_field_integer_hex(uint64_t, hex64, bits)
        lttng_ust_field_integer_network(uint16_t, net16, bits)
        lttng_ust_field_integer_network(int32_t, net32, bits)
        lttng_ust_field_integer_network(uint64_t, net64, bits)
        lttng_ust_field_integer_network_hex(uint16_t, nethex16, bits)
        lttng_ust_field_integer_network_hex(int32_t, nethex32, bits)
        lttng_ust_field_integer_nowrite(int, unwritten, bits)))

LTTNG_UST_TRACEPOINT_EVENT(
    everyfield, numbers,
    LTTNG_UST_TP_ARGS(double, number, int, choice),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_float(double, a_double, number)
        lttng_ust_field_enum(everyfield, direction, uint8_t, direction8, choice)
        lttng_ust_field_float(float, a_float, number)
        lttng_ust_field_enum(everyfield, direction, int, direction32, choice)
        lttng_ust_field_enum(everyfield, balance, int16_t, balance16, choice)
        lttng_ust_field_enum(everyfield, balance, int64_t, balance64, choice)))

LTTNG_UST_TRACEPOINT_EVENT(
    everyfield, texts,
    LTTNG_UST_TP_ARGS(const char *, text, size_t, length, const char *, twelve),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_string(text, text)
        lttng_ust_field_sequence_text(char, counted, text, size_t, length)
        lttng_ust_field_array_text(char, twelve, twelve, 12)
        lttng_ust_field_string(again, text)
        lttng_ust_field_sequence_text(char, counted8, text, uint8_t, length & 0x7f)
        lttng_ust_field_integer(uint8_t, end, length)))

LTTNG_UST_TRACEPOINT_EVENT(
    everyfield, lists,
    LTTNG_UST_TP_ARGS(const uint64_t *, list, size_t, length),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_array(uint8_t, array8, list, 5)
        lttng_ust_field_array(int16_t, array16, list, 3)
        lttng_ust_field_array_hex(uint32_t, arrayhex32, list, 3)
        lttng_ust_field_array_network(int32_t, arraynet32, list, 2)
        lttng_ust_field_array_network_hex(uint16_t, arraynethex16, list, 2)
        lttng_ust_field_sequence(int8_t, sequence8, list, uint8_t, length)
        lttng_ust_field_sequence(uint64_t, sequence64, list, uint16_t, length)
        lttng_ust_field_sequence_hex(int32_t, sequencehex32, list, uint32_t, length)
        lttng_ust_field_sequence_network(uint16_t, sequencenet16, list, uint64_t, length)
        lttng_ust_field_sequence_network_hex(uint64_t, sequencenethex64, list, uint8_t, length)
        lttng_ust_field_integer(uint64_t, stream, length)))

LTTNG_UST_TRACEPOINT_EVENT(
    everyfield, nothing,
    LTTNG_UST_TP_ARGS(),
    LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_LOGLEVEL(everyfield, nothing, LTTNG_UST_TRACEPOINT_LOGLEVEL_ALERT)

#endif

#include <lttng/tracepoint-event.h>

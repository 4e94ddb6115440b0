// SPDX-License-Identifier: MIT

// A sink for Babeltrace 2 that prints all that it is given, one message a line, with nothing rounded and nothing
// ambiguous: the second opinion that the reader's tests compare with. Its own text sinks print six digits of a float, a
// line break as a line break, and do not tell streams apart. The tests build it with
//
//     cc -shared -fPIC exact.c -lbabeltrace2
//
// and run it as `babeltrace2 --plugin-path=FOLDER TRACE -c sink.exact.lines`. Fields of a line are parted by tabs.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <babeltrace2/babeltrace.h>

typedef struct {
  bt_message_iterator *messages;
  // The streams and the event classes that were told already, by their order.
  const bt_stream *streams[4096];
  unsigned stream_count;
  const bt_event_class *classes[4096];
  unsigned class_count;
} Sink;

static void print_bytes(const char *text, uint64_t length) {
  putchar('"');
  for (const unsigned char *byte = (const unsigned char *)text; length > 0; byte++, length--) {
    if (*byte < 0x20 || *byte > 0x7e || *byte == '"' || *byte == '\\') {
      printf("\\%02x", *byte);
    } else {
      putchar(*byte);
    }
  }
  putchar('"');
}

static void print_text(const char *text) { print_bytes(text, strlen(text)); }

static void print_name(const char *name) { fputs(name ? name : "-", stdout); }

static void print_integer_class(const bt_field_class *class, char sign) {
  printf(":%c%" PRIu64, sign, bt_field_class_integer_get_field_value_range(class));
  bt_field_class_integer_preferred_display_base base = bt_field_class_integer_get_preferred_display_base(class);
  if (base != 10) printf("/%d", (int)base);
}

static void print_labels(bt_field_class_enumeration_mapping_label_array labels, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) print_text(labels[i]);
}

static void print_double(double value, int size) {
  uint64_t bits = 0;
  uint32_t half = 0;
  if (value != value) {
    printf("nan:f%d", size);
  } else if (size == 32) {
    float narrow = (float)value;
    memcpy(&half, &narrow, 4);
    printf("%" PRIx32 ":f32", half);
  } else {
    memcpy(&bits, &value, 8);
    printf("%" PRIx64 ":f64", bits);
  }
}

static void print_field(const bt_field *field) {
  const bt_field_class *class = bt_field_borrow_class_const(field);
  bt_field_class_type type = bt_field_get_class_type(field);
  bt_field_class_enumeration_mapping_label_array labels;
  uint64_t count;

  if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER)) {
    printf("%" PRIu64, bt_field_integer_unsigned_get_value(field));
    if (type == BT_FIELD_CLASS_TYPE_UNSIGNED_ENUMERATION &&
        bt_field_enumeration_unsigned_get_mapping_labels(field, &labels, &count) == 0) {
      print_labels(labels, count);
    }
    print_integer_class(class, 'u');
  } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER)) {
    printf("%" PRId64, bt_field_integer_signed_get_value(field));
    if (type == BT_FIELD_CLASS_TYPE_SIGNED_ENUMERATION &&
        bt_field_enumeration_signed_get_mapping_labels(field, &labels, &count) == 0) {
      print_labels(labels, count);
    }
    print_integer_class(class, 'i');
  } else if (type == BT_FIELD_CLASS_TYPE_SINGLE_PRECISION_REAL) {
    print_double(bt_field_real_single_precision_get_value(field), 32);
  } else if (type == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL) {
    print_double(bt_field_real_double_precision_get_value(field), 64);
  } else if (type == BT_FIELD_CLASS_TYPE_STRING) {
    // By its length: Babeltrace 2.0 does not end an empty text, and what stood there before would be printed.
    print_bytes(bt_field_string_get_value(field), bt_field_string_get_length(field));
  } else if (type == BT_FIELD_CLASS_TYPE_STRUCTURE) {
    count = bt_field_class_structure_get_member_count(class);
    putchar('{');
    for (uint64_t i = 0; i < count; i++) {
      if (i) putchar(',');
      print_name(bt_field_class_structure_member_get_name(
          bt_field_class_structure_borrow_member_by_index_const(class, i)));
      putchar('=');
      print_field(bt_field_structure_borrow_member_field_by_index_const(field, i));
    }
    putchar('}');
  } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_ARRAY)) {
    count = bt_field_array_get_length(field);
    putchar('[');
    for (uint64_t i = 0; i < count; i++) {
      if (i) putchar(',');
      print_field(bt_field_array_borrow_element_field_by_index_const(field, i));
    }
    putchar(']');
  } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_VARIANT)) {
    putchar('<');
    print_field(bt_field_variant_borrow_selected_option_field_const(field));
    putchar('>');
  } else {
    printf("?type %d", (int)type);
  }
}

static void print_context(const bt_field *field) {
  if (field) print_field(field);
}

static void print_stream_class(const bt_stream *stream) {
  const bt_trace *trace = bt_stream_borrow_trace_const(stream);
  bt_uuid uuid = bt_trace_get_uuid(trace);
  for (int i = 0; uuid && i < 16; i++) printf("%02x", uuid[i]);
  printf("/%" PRIu64, bt_stream_class_get_id(bt_stream_borrow_class_const(stream)));
}

// The number of a stream in this print; the first call tells the stream.
static unsigned stream_number(Sink *sink, const bt_stream *stream) {
  unsigned number = 0;
  while (number < sink->stream_count && sink->streams[number] != stream) number++;
  if (number < sink->stream_count) return number;
  if (number == sizeof sink->streams / sizeof *sink->streams) exit(3);
  sink->streams[sink->stream_count++] = stream;
  printf("stream\t%u\t", number);
  print_stream_class(stream);
  printf("/%" PRIu64 "\n", bt_stream_get_id(stream));
  return number;
}

static void tell_class(Sink *sink, const bt_event_class *class, const bt_stream *stream) {
  for (unsigned i = sink->class_count; i > 0; i--) {
    if (sink->classes[i - 1] == class) return;
  }
  if (sink->class_count == sizeof sink->classes / sizeof *sink->classes) exit(3);
  sink->classes[sink->class_count++] = class;
  bt_event_class_log_level level;
  printf("class\t");
  print_stream_class(stream);
  printf("/%" PRIu64 "\t", bt_event_class_get_id(class));
  print_name(bt_event_class_get_name(class));
  if (bt_event_class_get_log_level(class, &level) == BT_PROPERTY_AVAILABILITY_AVAILABLE) {
    printf("\t%d\t", (int)level);
  } else {
    printf("\t-\t");
  }
  print_name(bt_event_class_get_emf_uri(class));
  putchar('\n');
}

static int64_t nanoseconds(const bt_clock_snapshot *snapshot) {
  int64_t value;
  if (bt_clock_snapshot_get_ns_from_origin(snapshot, &value) != 0) exit(3);
  return value;
}

static void print_count(const char *kind, unsigned stream, int64_t begin, int64_t end, bt_property_availability known,
                        uint64_t count) {
  printf("%s\t%u\t%" PRId64 "\t%" PRId64 "\t", kind, stream, begin, end);
  if (known == BT_PROPERTY_AVAILABILITY_AVAILABLE) {
    printf("%" PRIu64 "\n", count);
  } else {
    printf("-\n");
  }
}

static void print_event(Sink *sink, const bt_message *message) {
  const bt_event *event = bt_message_event_borrow_event_const(message);
  const bt_event_class *class = bt_event_borrow_class_const(event);
  const bt_stream *stream = bt_event_borrow_stream_const(event);
  unsigned number = stream_number(sink, stream);
  tell_class(sink, class, stream);
  printf("event\t%u\t%" PRId64 "\t", number,
         nanoseconds(bt_message_event_borrow_default_clock_snapshot_const(message)));
  print_name(bt_event_class_get_name(class));
  putchar(' ');
  print_context(bt_event_borrow_common_context_field_const(event));
  print_context(bt_event_borrow_specific_context_field_const(event));
  print_context(bt_event_borrow_payload_field_const(event));
  putchar('\n');
}

static void print_message(Sink *sink, const bt_message *message) {
  uint64_t count = 0;
  bt_property_availability known;
  unsigned stream;
  switch (bt_message_get_type(message)) {
  case BT_MESSAGE_TYPE_EVENT:
    print_event(sink, message);
    break;
  case BT_MESSAGE_TYPE_PACKET_BEGINNING:
    stream = stream_number(
        sink, bt_packet_borrow_stream_const(bt_message_packet_beginning_borrow_packet_const(message)));
    printf("begin\t%u\t%" PRId64 "\n", stream,
           nanoseconds(bt_message_packet_beginning_borrow_default_clock_snapshot_const(message)));
    break;
  case BT_MESSAGE_TYPE_PACKET_END:
    stream = stream_number(sink, bt_packet_borrow_stream_const(bt_message_packet_end_borrow_packet_const(message)));
    printf("end\t%u\t%" PRId64 "\n", stream,
           nanoseconds(bt_message_packet_end_borrow_default_clock_snapshot_const(message)));
    break;
  case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
    stream = stream_number(sink, bt_message_discarded_events_borrow_stream_const(message));
    known = bt_message_discarded_events_get_count(message, &count);
    print_count("discarded", stream,
                nanoseconds(bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(message)),
                nanoseconds(bt_message_discarded_events_borrow_end_default_clock_snapshot_const(message)), known,
                count);
    break;
  case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
    stream = stream_number(sink, bt_message_discarded_packets_borrow_stream_const(message));
    known = bt_message_discarded_packets_get_count(message, &count);
    print_count("lost", stream,
                nanoseconds(bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(message)),
                nanoseconds(bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(message)), known,
                count);
    break;
  case BT_MESSAGE_TYPE_STREAM_BEGINNING:
    stream_number(sink, bt_message_stream_beginning_borrow_stream_const(message));
    break;
  default:
    break;
  }
}

static bt_component_class_initialize_method_status initialize(bt_self_component_sink *component,
                                                              bt_self_component_sink_configuration *configuration,
                                                              const bt_value *parameters, void *data) {
  (void)configuration, (void)parameters, (void)data;
  Sink *sink = calloc(1, sizeof *sink);
  if (!sink) return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_MEMORY_ERROR;
  bt_self_component_set_data(bt_self_component_sink_as_self_component(component), sink);
  if (bt_self_component_sink_add_input_port(component, "in", NULL, NULL) != 0) {
    return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
  }
  return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK;
}

static Sink *sink_of(bt_self_component_sink *component) {
  return bt_self_component_get_data(bt_self_component_sink_as_self_component(component));
}

static bt_component_class_sink_graph_is_configured_method_status configure(bt_self_component_sink *component) {
  bt_self_component_port_input *port = bt_self_component_sink_borrow_input_port_by_index(component, 0);
  if (bt_message_iterator_create_from_sink_component(component, port, &sink_of(component)->messages) != 0) {
    return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_ERROR;
  }
  return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK;
}

static bt_component_class_sink_consume_method_status consume(bt_self_component_sink *component) {
  Sink *sink = sink_of(component);
  bt_message_array_const messages;
  uint64_t count;
  bt_message_iterator_next_status status = bt_message_iterator_next(sink->messages, &messages, &count);
  if (status != BT_MESSAGE_ITERATOR_NEXT_STATUS_OK) {
    // Either status has the value of its namesake.
    return (bt_component_class_sink_consume_method_status)status;
  }
  for (uint64_t i = 0; i < count; i++) {
    print_message(sink, messages[i]);
    bt_message_put_ref(messages[i]);
  }
  return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_OK;
}

static void finalize(bt_self_component_sink *component) {
  Sink *sink = sink_of(component);
  bt_message_iterator_put_ref(sink->messages);
  free(sink);
}

BT_PLUGIN_MODULE();
BT_PLUGIN(exact);
BT_PLUGIN_DESCRIPTION("Prints messages exactly");
BT_PLUGIN_LICENSE("MIT");
BT_PLUGIN_SINK_COMPONENT_CLASS(lines, consume);
BT_PLUGIN_SINK_COMPONENT_CLASS_INITIALIZE_METHOD(lines, initialize);
BT_PLUGIN_SINK_COMPONENT_CLASS_GRAPH_IS_CONFIGURED_METHOD(lines, configure);
BT_PLUGIN_SINK_COMPONENT_CLASS_FINALIZE_METHOD(lines, finalize);

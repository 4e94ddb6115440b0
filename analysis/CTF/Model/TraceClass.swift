// SPDX-License-Identifier: MIT

/// What a metadata file says, whichever language it is written in.
struct TraceClass: Sendable {
  var uuid: [UInt8]?
  var byteOrder = ByteOrder.little
  var environment: [CTFTrace.EnvironmentEntry] = []
  var clocks: [ClockClass] = []
  /// What was asked to be added to all times, in ns; it is in the clocks already.
  var clockOffset: Int64 = 0
  var packetHeader: StructureClass?
  var streamClasses: [StreamClass] = []
  var eventClasses: [EventRecordClass] = []
}

/// A kind of data stream.
struct StreamClass: Sendable {
  var id: UInt64 = 0
  /// The index of its clock, if the metadata names it outside of the fields.
  var clockIndex: Int?
  var packetContext: StructureClass?
  var eventHeader: StructureClass?
  var eventContext: StructureClass?
}

/// A kind of event record, as the metadata declares it.
struct EventRecordClass: Sendable {
  var name = ""
  var id: UInt64 = 0
  var streamClassID: UInt64 = 0
  var logLevel: Int?
  var modelURI: String?
  var context: StructureClass?
  var payload: StructureClass?
}

// SPDX-License-Identifier: MIT

public import CommandLineKit
public import TraceSession

extension RecordingOptions.Detail: ArgumentConvertible {}

extension RecordingOptions.Buffers: ArgumentConvertible {}

// SPDX-License-Identifier: MIT
//
// The entry into the toolchain's libFuzzer, which has no header for it.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Runs the callback on one input after the other, as the arguments say.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

// SPDX-License-Identifier: MIT

// Counts the heap allocations of the calling thread: linked into a program, it stands before glibc's malloc family.

#ifndef RACTRACE_CALLOCATIONCOUNTER_H
#define RACTRACE_CALLOCATIONCOUNTER_H

#include <stdint.h>

uint64_t ractrace_allocation_count(void);

#endif

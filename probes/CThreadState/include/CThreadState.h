// SPDX-License-Identifier: MIT

// What each thread knows about the reactive code that it runs. Swift has no thread-local variables that cost one
// instruction; these do. Always built, with or without lttng.

#ifndef RACTRACE_CTHREADSTATE_H
#define RACTRACE_CTHREADSTATE_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

struct ractrace_thread_state {
  // The subscription whose subscribe block runs here, or 0: the `parent_id` of subscriptions made meanwhile.
  uint64_t subscribing;
  // The subscription whose delivery is innermost here, or the action between its `began` and `ended`, or 0.
  uint64_t cause;
  // The rest of this thread's block of ids: the next one, and the first that is not its own any more.
  uint64_t next_id;
  uint64_t end_id;
  // The scheduler that runs here, unretained, or null.
  void *_Nullable scheduler;
  // How many disposals and releases of links are nested here (Signals' Trampoline), and the work list of the ones that
  // were too deep, retained, or null.
  uint64_t depth;
  void *_Nullable deferred;
};

// initial-exec: one load relative to the thread pointer, no call, also from position-independent code.
extern _Thread_local struct ractrace_thread_state ractrace_thread_state_storage
    __attribute__((tls_model("initial-exec")));

static inline __attribute__((always_inline)) struct ractrace_thread_state *ractrace_thread_state(void) {
  return &ractrace_thread_state_storage;
}

// Takes a fresh block of ids for the calling thread and returns its first.
uint64_t ractrace_refill_ids(void);

// An id that is unique in this process, never 0 and never used again. In a forked child ids jump by 2^32.
static inline __attribute__((always_inline)) uint64_t ractrace_new_id(void) {
  struct ractrace_thread_state *state = ractrace_thread_state();
  if (__builtin_expect(state->next_id == state->end_id, 0))
    return ractrace_refill_ids();
  return state->next_id++;
}

// A lock of one word sleeps on it: Swift cannot call the variadic syscall(). Wakes may be spurious.
void ractrace_futex_wait(const void *word, uint32_t expected);
void ractrace_futex_wake_one(const void *word);

// Whether the calling thread is the one that main() runs on.
bool ractrace_is_main_thread(void);

// The name that the program was called by, without its folder. Swift does not import glibc's variable.
const char *ractrace_program_name(void);

#pragma clang assume_nonnull end

#endif

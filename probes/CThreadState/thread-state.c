// SPDX-License-Identifier: MIT

#define _GNU_SOURCE

#include "CThreadState.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

_Thread_local struct ractrace_thread_state ractrace_thread_state_storage;

static const uint64_t block_size = 256;

// 0 means "none or unknown" in every field of the contract, so ids begin at 1.
static _Atomic uint64_t first_free_id = 1;

// Asking the kernel takes two calls, so each thread asks once.
static _Thread_local bool main_thread_is_known, is_main_thread;

// Parent and child share the ids given out before the fork; from here on they must not meet again.
static void jump_ids_in_child(void) {
  atomic_fetch_add_explicit(&first_free_id, UINT64_C(1) << 32, memory_order_relaxed);
  ractrace_thread_state_storage.next_id = 0;
  ractrace_thread_state_storage.end_id = 0;
  main_thread_is_known = false;
}

static void __attribute__((constructor)) watch_forks(void) { pthread_atfork(0, 0, jump_ids_in_child); }

uint64_t ractrace_refill_ids(void) {
  uint64_t first = atomic_fetch_add_explicit(&first_free_id, block_size, memory_order_relaxed);
  struct ractrace_thread_state *state = ractrace_thread_state();
  state->next_id = first + 1;
  state->end_id = first + block_size;
  return first;
}

void ractrace_futex_wait(const void *word, uint32_t expected) {
  syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, 0, 0, 0);
}

void ractrace_futex_wake_one(const void *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); }

bool ractrace_is_main_thread(void) {
  if (!main_thread_is_known) {
    is_main_thread = getpid() == gettid();
    main_thread_is_known = true;
  }
  return is_main_thread;
}

const char *ractrace_program_name(void) { return program_invocation_short_name; }

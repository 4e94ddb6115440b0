// SPDX-License-Identifier: MIT

// What Swift cannot import of glibc's argp: a header outside module Glibc, and a variadic function.

#ifndef RACTRACE_CARGP_H
#define RACTRACE_CARGP_H

#include <argp.h>

void ractrace_argp_error(const struct argp_state *state, const char *message);

#endif

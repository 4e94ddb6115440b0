// SPDX-License-Identifier: MIT

#include "CArgp.h"

void ractrace_argp_error(const struct argp_state *state, const char *message) { argp_error(state, "%s", message); }

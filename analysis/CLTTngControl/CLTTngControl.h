// SPDX-License-Identifier: MIT

#include <lttng/lttng.h>

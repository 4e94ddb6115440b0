// SPDX-License-Identifier: MIT

#include "CByteSearch.h"

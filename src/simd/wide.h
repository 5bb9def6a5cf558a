/* A wide float: WIDE lanes of one instruction set, chosen by the file that includes this (WIDE_SSE2 ...; none:
   scalar). Everything is static and inline, so that builds for several sets never share a function.

   The sets define the same names:
     wide, wide_mask             lanes of float; which of them
     wide_zero wide_all          0; one number in every lane
     wide_load                   at a multiple of 16 bytes, where SSE2 reads as it reckons
     wide_load_any wide_store    any alignment
     wide_load_some(at, bits)    0 in the lanes of other bits, which are not read
     wide_add _sub _mul _div _min _max _neg _abs
     wide_fma(a, b, c)           a b + c, rounded once or twice as the set does
     wide_fnma(a, b, c)          c − a b, likewise
     wide_more(a, b)             where a > b; false of NaN
     wide_lanes(bits, first)     lanes from `first` on of a set of 16
     wide_bits(mask)             the other way: WIDE bits
     wide_select(m, a, b)        a where m, else b; WIDE_SELECT_COSTS: it takes more than one instruction
     wide_only(m, a)             a where m, else 0, whatever a is there
     wide_turn(x, s)             x with its sign turned where s is below 0 (or −0)
     wide_rsqrt(x)               1 / sqrt(x) of a normal x > 0, within 4e-7
     wide_lerp16(a, b, first, f, &lo, &hi)   see below
     wide_rows(column, out)      see below
     matrix, matrix_load ...     three rows of four floats

   min and max give the second operand where the first is NaN.

   wide_lerp16 interpolates keys of 16-bit numbers: `a` and `b` are 64 bytes each, four pieces of 16 bytes, the piece i
   the first number of the joints 4 i to 4 i + 3 and then their second. f is from 0 to 16384; *lo has a (16384 − f) +
   b f of the first numbers, *hi of the second, exact in 32 bits and then rounded to float.

   wide_rows turns 12 columns of WIDE joints into their matrices' rows, where turning them in quarters leaves them: the
   row r of the joint j (below WIDE, at least 4) begins at (4 r + j % 4) WIDE + j / 4 * 4; of one lane at 4 r. */
#ifndef SNW_WIDE_H
#define SNW_WIDE_H

#include "simd.h"

/* Of functions whose arguments are constants where they are called. */
#define WIDE_FLAT static inline __attribute__((always_inline))

#if defined(WIDE_AVX512)
#include "wide_avx512.h"
#elif defined(WIDE_AVX2)
#include "wide_avx2.h"
#elif defined(WIDE_SSE2)
#include "wide_sse2.h"
#elif defined(WIDE_NEON)
#include "wide_neon.h"
#else
#include "wide_scalar.h"
#endif

/* 0 to 1; NaN counts as 0. */
static inline wide wide_unit(wide x) { return wide_min(wide_max(x, wide_zero()), wide_all(1.0f)); }

static inline bool wide_any(wide_mask m) { return wide_bits(m) != 0; }

#endif

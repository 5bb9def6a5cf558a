/* Sine, cosine, arctangent and floor that give the same bits on every machine.

   Invariant: only + - * / and sqrt, in a fixed order, on doubles; built without contraction to fused operations. No
   call to libm, whose results differ between systems. Errors are measured against libm in tests/unit/test_math.c. */
#ifndef SNW_MATH_TRIG_H
#define SNW_MATH_TRIG_H

/* Within 1 unit in the last place for |x| <= 2^20 radians. Beyond, the error grows to |x| × 2^-52; beyond 2^40 the
   angle counts as 0. NaN and infinity give NaN. */
double snw_sin(double x);
double snw_cos(double x);

/* The angle of (x, y) in (−π, π], within 2 units in the last place for results that are not subnormal. A zero has no
   sign here: atan2(-0, -1) is π, atan2(0, 0) is 0. Infinities as in C; NaN gives NaN. */
double snw_atan2(double y, double x);

/* In [0, π], within 4 units in the last place. x beyond [-1, 1] counts as the end it lies beyond; NaN gives NaN. */
double snw_acos(double x);

/* The greatest whole number that is not above x. Infinities and NaN give themselves. */
double snw_floor(double x);

#endif

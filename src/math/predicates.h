/* On which side of a line or a circle a point lies, with an exact answer.

   Invariant: the sign is that of the real determinant, whatever the rounding, as long as every coordinate is a whole
   multiple of 2^-250 and no larger than 2^200 (the circle) or 2^400 (the line); every finite float is. Source of the
   method: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
   Discrete & Computational Geometry 18, 1997. */
#ifndef SNW_MATH_PREDICATES_H
#define SNW_MATH_PREDICATES_H

/* > 0 where c lies left of the line from a to b, < 0 right of it, 0 on it. Near twice the triangle's area. */
double snw_orient2d(const double a[2], const double b[2], const double c[2]);

/* The same, its value within one part in 2^30. */
double snw_orient2d_close(const double a[2], const double b[2], const double c[2]);

/* > 0 where d lies inside the circle through a, b and c (counter-clockwise), < 0 outside, 0 on it. */
double snw_incircle(const double a[2], const double b[2], const double c[2], const double d[2]);

#endif

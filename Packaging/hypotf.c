/* The overlay of Swift for glibc refers to hypotf, which has a new version in glibc 2.35, for a function that nothing here
   calls (hypot of two numbers of type Float). This one takes its place, so that the tool runs with glibc 2.34. */
float hypotf(float x, float y) { return (float)__builtin_sqrt((double)x * x + (double)y * y); }

/**
 * Access to the kernel: control files, native calls and figures as typed queries below an injected root, results as
 * values. Linux only; where something is missing, the result says so.
 */
package io.hdfsthrottle.kernel;

/**
 * What touches the kernel: control files, native calls and figures as typed questions on an injected root, answers as
 * values. Linux only; where something is missing, the answer says so.
 */
package io.hdfsthrottle.kernel;

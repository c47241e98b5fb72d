/** The command that explains waits and weights in words. */
package io.hdfsthrottle.cli.explain;

/** Why something is as it is, in words. */
package io.hdfsthrottle.cli.explain;

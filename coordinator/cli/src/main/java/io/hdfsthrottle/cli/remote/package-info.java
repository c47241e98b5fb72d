/** Asking a coordinator from the command line: where it is, who asks, what was answered, and what went wrong. */
package io.hdfsthrottle.cli.remote;

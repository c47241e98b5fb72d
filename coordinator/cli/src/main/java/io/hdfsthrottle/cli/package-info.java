/** The operator's commands: they ask a coordinator over REST, or examine this host. No server code is needed. */
package io.hdfsthrottle.cli;

/** Commands that switch modes, and show what shadow says. */
package io.hdfsthrottle.cli.feature.mode;

/** Processes of this machine: what is started, what ends them, where they listen, and the built project they come from. */
package io.hdfsthrottle.testkit.process;

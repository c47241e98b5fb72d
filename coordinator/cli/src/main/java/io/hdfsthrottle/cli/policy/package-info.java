/** The policy as a file: what is in force, what another one would change, and the change. */
package io.hdfsthrottle.cli.policy;

/** The command for what is not as promised. */
package io.hdfsthrottle.cli.feature.attest;

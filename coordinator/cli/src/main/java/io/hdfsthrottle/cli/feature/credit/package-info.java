/** Commands with which tenants step back for credits, and buy high priority with them. */
package io.hdfsthrottle.cli.feature.credit;

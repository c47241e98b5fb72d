/** Commands with which applications make appointments for I/O, and people see them. */
package io.hdfsthrottle.cli.feature.appointment;

/** Answers in columns, for people. */
package io.hdfsthrottle.cli.table;

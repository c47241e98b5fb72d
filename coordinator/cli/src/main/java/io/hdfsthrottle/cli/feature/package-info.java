/** The commands of optional parts of the coordinator: a folder each. */
package io.hdfsthrottle.cli.feature;

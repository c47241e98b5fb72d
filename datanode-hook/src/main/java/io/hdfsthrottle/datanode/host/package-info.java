/**
 * Access to Hadoop's unpublished internals, by {@code HostField} and {@code HostMethod} alone. Each class that uses
 * them is one capability: where this Hadoop lacks it, the log says what is missing and the rest continues.
 */
package io.hdfsthrottle.datanode.host;

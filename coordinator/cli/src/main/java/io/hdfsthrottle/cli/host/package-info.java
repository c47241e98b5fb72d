/**
 * What a DataNode's host has for the kernel's layers, and what it lacks: looked at, never changed. A leaf; needs no
 * coordinator.
 */
package io.hdfsthrottle.cli.host;

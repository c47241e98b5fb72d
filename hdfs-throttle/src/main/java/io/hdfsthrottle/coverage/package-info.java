/**
 * The kernel's layers beside pacing, and what covers each path of a volume: the contract of a kernel layer, all layers
 * of a node together, and the transfer threads that are in them. The layers themselves are in packages above.
 */
package io.hdfsthrottle.coverage;

/** Three DataNodes, and files of which it is known on which of them they are. */
package io.hdfsthrottle.bench.load.placed;

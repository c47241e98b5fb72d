/** Three DataNodes, with files whose DataNode is known. */
package io.hdfsthrottle.bench.load.placed;

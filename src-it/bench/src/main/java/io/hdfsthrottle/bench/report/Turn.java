package io.hdfsthrottle.bench;

/** What a client got from a DataNode, and what of a processor that DataNode took for it. */
record Turn(double bytesPerSecond, double bytesPerProcessorSecond) {}

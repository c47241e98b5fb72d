package io.hdfsthrottle.bench.report;

/** What a client got from a DataNode, and what of a processor that DataNode took for it. */
public record Turn(double bytesPerSecond, double bytesPerProcessorSecond) {}

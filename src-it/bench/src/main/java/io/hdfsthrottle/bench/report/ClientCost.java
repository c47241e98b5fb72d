package io.hdfsthrottle.bench.report;

/** A client's rate from a DataNode, and the bytes per second of processor time that the DataNode used for it. */
public record ClientCost(double bytesPerSecond, double bytesPerProcessorSecond) {}

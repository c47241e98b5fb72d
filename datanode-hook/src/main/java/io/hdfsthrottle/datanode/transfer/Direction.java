package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.OperationKind;

/**
 * The direction in which a throttler's operations move data: only a read's cost to the disk is known when it is
 * charged.
 */
public enum Direction {
    READ(OperationKind.READ),
    WRITE(OperationKind.WRITE);

    private final OperationKind operation;

    Direction(OperationKind operation) {
        this.operation = operation;
    }

    /** The client's operation that moves data in that direction. */
    OperationKind operation() {
        return operation;
    }
}

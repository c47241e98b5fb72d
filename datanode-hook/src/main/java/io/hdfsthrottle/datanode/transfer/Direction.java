package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.OperationKind;

/** Which way a throttler's operations move data: only what a read costs the disk is known when it is charged. */
public enum Direction {
    READ(OperationKind.READ),
    WRITE(OperationKind.WRITE);

    private final OperationKind operation;

    Direction(OperationKind operation) {
        this.operation = operation;
    }

    /** What a client does whose data go that way. */
    OperationKind operation() {
        return operation;
    }
}

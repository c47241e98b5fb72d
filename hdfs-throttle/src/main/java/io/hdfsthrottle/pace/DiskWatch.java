package io.hdfsthrottle.pace;

/** What the kernel tells of one disk and of the threads that wait for it. Asked by the controller, once a tick. */
public interface DiskWatch {

    /** Knows nothing; with it a capacity has to be configured. */
    DiskWatch BLIND = new DiskWatch() {
        @Override
        public boolean sees() {
            return false;
        }

        @Override
        public DiskUse look(long nowNanos) {
            return DiskUse.NONE;
        }

        @Override
        public boolean waits(Transfer transfer) {
            return false;
        }
    };

    /** Whether it knows anything. */
    boolean sees();

    /**
     * What the disk did since the last call.
     *
     * @param nowNanos the controller's clock
     */
    DiskUse look(long nowNanos);

    /** Whether this thread waits for a disk at this moment. */
    boolean waits(Transfer transfer);
}

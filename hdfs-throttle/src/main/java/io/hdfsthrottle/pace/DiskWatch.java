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
        public double busy(long nowNanos) {
            return 0;
        }

        @Override
        public boolean waits(Transfer transfer) {
            return false;
        }
    };

    /** Whether it knows anything. */
    boolean sees();

    /**
     * The part of the time since the last call in which the disk had something to do: 0 to 1.
     *
     * @param nowNanos the controller's clock
     */
    double busy(long nowNanos);

    /** Whether this thread waits for a disk at this moment. */
    boolean waits(Transfer transfer);
}

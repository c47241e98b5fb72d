package io.hdfsthrottle.law;

/**
 * What a disk's time goes into: so many nanoseconds a byte, and so many each time it is sent elsewhere. Least squares over saturated epochs, old ones
 * forgotten exponentially. The two are told apart because epochs differ in their quantum ({@link Tuner}). Not thread-safe.
 */
final class DiskModel {

    /** The weight of an epoch one epoch later: about the last ten count. */
    private static final double MEMORY = 0.9;

    private static final double FORGOTTEN = 0.01;

    private double bytesBytes;
    private double bytesSwitches;
    private double switchesSwitches;
    private double bytesNanos;
    private double switchesNanos;

    void learn(Epoch epoch) {
        // Relative to the epoch's length: a long one says no more about the ratio than a short one.
        double bytes = (double) epoch.bytes() / epoch.nanos();
        double switches = (double) epoch.switches() / epoch.nanos();
        bytesBytes = MEMORY * bytesBytes + bytes * bytes;
        bytesSwitches = MEMORY * bytesSwitches + bytes * switches;
        switchesSwitches = MEMORY * switchesSwitches + switches * switches;
        bytesNanos = MEMORY * bytesNanos + bytes;
        switchesNanos = MEMORY * switchesNanos + switches;
    }

    /** What was learned so far counts little from now on. */
    void forget() {
        bytesBytes *= FORGOTTEN;
        bytesSwitches *= FORGOTTEN;
        switchesSwitches *= FORGOTTEN;
        bytesNanos *= FORGOTTEN;
        switchesNanos *= FORGOTTEN;
    }

    /** Nanoseconds a byte; 0 while nothing is known. */
    double nanosPerByte() {
        double perSwitch = nanosPerSwitch();
        return bytesBytes == 0 ? 0 : Math.max(0, (bytesNanos - perSwitch * bytesSwitches) / bytesBytes);
    }

    /** Nanoseconds a switch, 0 or more. */
    double nanosPerSwitch() {
        double determinant = bytesBytes * switchesSwitches - bytesSwitches * bytesSwitches;
        // Epochs of one and the same quantum say nothing of the two apart.
        if (determinant <= 1e-4 * bytesBytes * switchesSwitches) {
            return 0;
        }
        double perSwitch = (bytesBytes * switchesNanos - bytesSwitches * bytesNanos) / determinant;
        return Math.max(0, perSwitch);
    }

    /** What a switch costs, as bytes; 0 while nothing is known. */
    double bytesPerSwitch() {
        double perByte = nanosPerByte();
        return perByte == 0 ? 0 : nanosPerSwitch() / perByte;
    }
}

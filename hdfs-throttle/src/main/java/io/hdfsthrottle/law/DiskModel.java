package io.hdfsthrottle.law;

/**
 * What a disk's time goes into: so many nanoseconds a byte, and so many each time it is sent elsewhere. Least squares over saturated epochs, old ones
 * forgotten exponentially. The two are told apart because epochs differ in their quantum ({@link Tuner}). Not thread-safe.
 */
final class DiskModel {

    /** The weight of an epoch one epoch later: about the last ten count. */
    private static final double MEMORY = 0.9;

    private static final double FORGOTTEN = 0.01;

    /** Epochs with less difference in their switches say nothing of bytes and switches apart: what was known of switches holds on. */
    private static final double DISTINCT = 0.01;

    private double nanosPerByte;
    private double nanosPerSwitch;
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
        double determinant = bytesBytes * switchesSwitches - bytesSwitches * bytesSwitches;
        if (determinant > DISTINCT * bytesBytes * switchesSwitches) {
            nanosPerSwitch = Math.max(0, (bytesBytes * switchesNanos - bytesSwitches * bytesNanos) / determinant);
        }
        nanosPerByte = Math.max(0, (bytesNanos - nanosPerSwitch * bytesSwitches) / bytesBytes);
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
        return nanosPerByte;
    }

    /** What a switch costs, as bytes; 0 while nothing is known. */
    double bytesPerSwitch() {
        return nanosPerByte == 0 ? 0 : nanosPerSwitch / nanosPerByte;
    }
}

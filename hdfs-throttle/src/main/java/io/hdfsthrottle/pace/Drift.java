package io.hdfsthrottle.pace;

/**
 * How fast the pace goes on by itself, in seconds of everybody's share a second, so that a disk does not idle for a tenant that
 * cannot keep it busy: 0 while the disk is busy, and up to twice the speed at which shares add up to what the disk lately gave, since that
 * was too little while it idled.
 *
 * <p>A tenant that reads a little, thinks, and reads again waits for the disk whenever somebody looks, and whoever waits for it waits
 * for its thinking, too. The disk's idle time tells. It is summed up and not acted on at once, as it is sampled in jiffies, and
 * others answer a tick late. Used by the controller's thread alone.
 */
final class Drift {

    /** Busier than this is as busy as can be: sampled, a saturated disk shows 0.97 to 0.99. */
    private static final double FULLY_BUSY = 0.965;

    /** How much of a tick's figure counts towards the average: a quarter of a second in all. */
    private static final double SMOOTHING = 0.2;

    /** How fast it grows while the disk idles altogether: to its full speed in a second. */
    private static final double GAIN = 2;

    /** How fast it falls while the disk is busy, so that nobody is overtaken for long once the disk is full. */
    private static final double LOSS = 14;

    private static final double FASTEST = 2;

    private double busy = 1;
    private double speed;

    /**
     * Takes note of a tick.
     *
     * @param diskBusy the part of the tick in which the disk had something to do
     * @param somebodyRests whether pacing holds anybody back; if not, it is not what keeps the disk idle
     */
    void observe(double diskBusy, boolean somebodyRests, double elapsedSeconds) {
        busy += (diskBusy - busy) * SMOOTHING;
        double idle = FULLY_BUSY - busy;
        if (idle < 0 || somebodyRests) {
            double gain = idle < 0 ? LOSS : GAIN;
            speed = Math.max(0, Math.min(speed + idle * gain * elapsedSeconds, FASTEST));
        }
    }

    /** How far the pace goes on by itself in that time, in seconds of everybody's share. */
    double during(double elapsedSeconds) {
        return speed * elapsedSeconds;
    }
}

package io.hdfsthrottle.simulation;

/**
 * Somebody outside HDFS, who for a while asks at even intervals, whether the disk keeps up or not: so it gets its part of a disk
 * that serves in turn.
 */
final class Stranger implements Actor {

    private static final double NANOS = 1e9;
    private static final int PIECE = 1 << 20;

    private final Timeline time;
    private final Disk disk;
    private final double part;
    private final int id;

    Stranger(Timeline time, Disk disk, double part) {
        this.time = time;
        this.disk = disk;
        this.part = part;
        this.id = time.enrol(this);
    }

    void begin() {
        time.after((long) (Scenario.DISTURBED_FROM * NANOS), id);
    }

    @Override
    public void wake() {
        if (time.nanos() < Scenario.DISTURBED_TO * NANOS) {
            disk.request(0, true, () -> {}).submit(PIECE);
            time.after((long) (disk.costNanos(PIECE) / part), id);
        }
    }
}

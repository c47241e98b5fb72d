package io.hdfsthrottle.bench.scenario.soak;

import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.cluster.Cluster;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.hdfs.DataNode;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** What goes wrong for a while. */
enum Trouble {
    DATANODE_KILLED,
    LEADER_KILLED,
    LEADER_FROZEN,
    ZOOKEEPER_KILLED,
    DRIVER_KILLED,
    DISK_HANGS,
    DISK_SLOW,
    DISK_RETRIES,
    DISK_ERRORS,
    POLICY_CHANGED;

    static final long RATE = 150 << 20;

    private static final long SLOW_RATE = 10 << 20;
    private static final int EIO = 5;
    private static final int FILE_BYTES = 8 << 20;

    /** Where it happens. */
    record Place(
            Cluster cluster,
            SlowDisk disk,
            Contenders contenders,
            Applications applications,
            Hdfs client,
            Random random) {}

    /** Makes it, for that time; returns when everything runs again. */
    void make(Place place, Duration time) throws IOException {
        Cluster cluster = place.cluster;
        switch (this) {
            case DATANODE_KILLED -> {
                List<DataNode> all = cluster.dataNodes();
                DataNode one = all.get(place.random.nextInt(all.size()));
                place.contenders.note(one);
                one.process().kill();
                pause(time);
                cluster.repairDataNodes();
            }
            case LEADER_KILLED -> {
                cluster.leader().process().kill();
                pause(time);
                cluster.repairControl();
            }
            case LEADER_FROZEN -> {
                Coordinator leader = cluster.leader();
                leader.process().freeze();
                pause(time);
                leader.process().thaw();
            }
            case ZOOKEEPER_KILLED -> {
                cluster.zooKeeper().process().kill();
                pause(time);
                cluster.repairControl();
            }
            case DRIVER_KILLED -> place.applications.kill();
            case POLICY_CHANGED -> place.contenders.turn();
            case DISK_HANGS -> fault(place.disk, -1, time);
            case DISK_RETRIES -> fault(place.disk, 1_000, time);
            case DISK_SLOW -> {
                place.disk.rate(SLOW_RATE);
                pause(time);
                place.disk.rate(RATE);
            }
            case DISK_ERRORS -> fail(place.disk, place.client, time);
        }
    }

    private static void pause(Duration time) {
        Rates.over(time, List.of());
    }

    private static void fault(SlowDisk disk, long millis, Duration time) throws IOException {
        disk.fault(millis, 0, 0, Long.MAX_VALUE);
        pause(time);
        disk.rate(RATE);
    }

    /** Lets the start of a file's replica be unreadable, and reads the file meanwhile. */
    private static void fail(SlowDisk disk, Hdfs client, Duration time) throws IOException {
        String path = "/unreadable";
        String written = client.write(path, FILE_BYTES, 0);
        disk.flush();
        // Other files come and go meanwhile, which find passes over.
        String find = "find %s -name blk_%d 2>/dev/null || true";
        Path block = Path.of(SystemCommands.output(
                "sh", "-c", find.formatted(disk.mount(), client.blocks(path).get(0))));
        disk.fault(0, EIO, block);
        long end = System.nanoTime() + time.toNanos();
        do {
            PageCache.drop(block, 0, FILE_BYTES);
            if (!client.read(path).equals(written)) {
                throw new IOException(path + " is not what was written");
            }
        } while (System.nanoTime() < end);
        disk.rate(RATE);
        client.delete(path);
    }
}

package io.hdfsthrottle.bench.scenario.forecast;

import io.hdfsthrottle.bench.load.LoadedDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Repeated runs of a job beside a neighbour that streams without pause. One value for each repeat.
 *
 * @param seconds the job's duration
 * @param neighbour the neighbour's rate meanwhile, in bytes a second
 * @param moved the disk's rate meanwhile, in bytes a second
 * @param coldPercent the disk's rate in percent of the rates of both
 */
record Arm(String name, List<Double> seconds, List<Double> neighbour, List<Double> moved, List<Double> coldPercent) {

    /**
     * Measures it.
     *
     * @param runIn how long the job is run before, at least once
     * @param afterEach called after each repeat
     */
    static Arm measured(
            Stage stage, String name, LoadedDisk disk, MapJob job, Streams neighbour, Duration runIn, Step afterEach)
            throws Exception {
        long begun = System.nanoTime();
        do {
            double unused = job.run();
        } while (System.nanoTime() - begun < runIn.toNanos());
        Arm arm = new Arm(name, new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int repeat = 0; repeat < stage.repeats(); repeat++) {
            double movedBefore = disk.bytesMoved();
            double readBefore = neighbour.bytes();
            double took = job.run();
            double moved = disk.bytesMoved() - movedBefore;
            double read = neighbour.bytes() - readBefore;
            neighbour.check();
            arm.seconds.add(took);
            arm.neighbour.add(read / took);
            arm.moved.add(moved / took);
            arm.coldPercent.add(moved / (read + JobShape.bytes()) * 100);
            afterEach.take();
            stage.say(
                    "%-18s  job %6.2f s, neighbour %6.1f MB/s, disk %6.1f MB/s",
                    name, took, read / took / Statistics.MEGA, moved / took / Statistics.MEGA);
        }
        return arm;
    }

    /** A step to be done meanwhile. */
    @FunctionalInterface
    interface Step {
        /** Does it. */
        void take() throws Exception;
    }

    double median() {
        return Statistics.median(seconds);
    }

    /** In percent of the disk's rate. */
    List<Double> ratePercents(double rate) {
        return moved.stream().map(each -> each / rate * 100).toList();
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jobSeconds", Statistics.smallIsGood(seconds));
        members.put("neighbourMBps", Statistics.megabytes(neighbour));
        members.put("diskMBps", Statistics.megabytes(moved));
        members.put(
                "coldPercent", coldPercent.stream().map(Statistics::jsonNumber).toList());
        return members;
    }
}

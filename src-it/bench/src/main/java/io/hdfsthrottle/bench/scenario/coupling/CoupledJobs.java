package io.hdfsthrottle.bench.scenario.coupling;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.spark.JobRun;
import io.hdfsthrottle.bench.load.spark.SparkDisk;
import io.hdfsthrottle.bench.load.spark.SparkDisk.Scale;
import io.hdfsthrottle.bench.load.spark.Workload;
import io.hdfsthrottle.bench.report.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The duration of Spark jobs when 1, 2, 3 or 4 of them share one disk, each with its own files there; without the hook.
 */
record CoupledJobs(Workload job, List<List<Double>> seconds) {

    /** At this rate the processors have idle time while four jobs wait for the disk. */
    private static final int DISK_MIB = 40;

    private static final int TEXT_MIB = 192;
    private static final int RECORDS = 500_000;
    private static final int LINKS_MIB = 96;
    private static final String NO_GUARD = "";

    /** Immutable. */
    CoupledJobs {
        List<List<Double>> copy = new ArrayList<>();
        seconds.forEach(each -> copy.add(List.copyOf(each)));
        seconds = List.copyOf(copy);
    }

    /** Runs them all. */
    static List<CoupledJobs> play(Stage stage, int most) throws Exception {
        SparkDisk disk = SparkDisk.start(stage, new Scale(DISK_MIB, TEXT_MIB, RECORDS, LINKS_MIB), most);
        disk.hook(false, NO_GUARD);
        List<CoupledJobs> all = new ArrayList<>();
        for (Workload job : Workload.values()) {
            List<List<Double>> seconds = new ArrayList<>();
            for (int number = 1; number <= most; number++) {
                List<Double> repeats = new ArrayList<>();
                for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                    repeats.add(disk.run(job, number).stream()
                            .mapToDouble(JobRun::seconds)
                            .average()
                            .orElseThrow());
                }
                seconds.add(repeats);
                stage.say("%-17s %d on a disk: %7.1f s each", job, number, Statistics.median(repeats));
            }
            all.add(new CoupledJobs(job, seconds));
        }
        return all;
    }

    /** The duration with others on its disk as a multiple of that alone, for each repeat. */
    List<Double> factors(int number) {
        List<Double> factors = new ArrayList<>();
        for (int repeat = 0; repeat < seconds.get(0).size(); repeat++) {
            factors.add(seconds.get(number - 1).get(repeat) / seconds.get(0).get(repeat));
        }
        return factors;
    }

    /** Its members in JSON. */
    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("diskMiBps", DISK_MIB);
        for (int number = 1; number <= seconds.size(); number++) {
            members.put("coupling " + number + ", seconds each", Statistics.smallIsGood(seconds.get(number - 1)));
            members.put("coupling " + number + ", factor", Statistics.largeIsGood(factors(number)));
        }
        return members;
    }
}

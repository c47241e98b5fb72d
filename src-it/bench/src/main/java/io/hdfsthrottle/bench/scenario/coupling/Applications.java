package io.hdfsthrottle.bench.scenario.coupling;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.testkit.process.SystemCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Applications outside HDFS (fio), each with its own file on one disk, bypassing the page cache. */
final class Applications {

    private static final int FILE_MIB = 512;

    private final SlowDisk disk;

    private Applications(SlowDisk disk) {
        this.disk = disk;
    }

    /** Writes the files for so many; the disk should be fast meanwhile. */
    static Applications prepared(SlowDisk disk, int most) {
        Applications made = new Applications(disk);
        for (int number = 0; number < most; number++) {
            SystemCommands.output(
                    "dd",
                    "if=/dev/zero",
                    "of=" + made.file(number),
                    "bs=1M",
                    "count=" + FILE_MIB,
                    "conv=fsync",
                    "status=none");
        }
        return made;
    }

    private Path file(int number) {
        return disk.mount().resolve("application-" + number);
    }

    /** Runs so many at once; returns each one's rate, in bytes a second. */
    List<Double> run(int number, Pattern pattern, Duration length) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "fio",
                "--output-format=json",
                "--rw=" + pattern.fio(),
                "--bs=" + pattern.kibibytes() + "k",
                "--ioengine=psync",
                "--direct=1",
                "--size=" + FILE_MIB + "M",
                "--time_based",
                "--runtime=" + length.toSeconds(),
                "--thread"));
        for (int i = 0; i < number; i++) {
            command.add("--name=application-" + i);
            command.add("--filename=" + file(i));
        }
        Map<String, Object> told = JSON.std.mapFrom(SystemCommands.output(command.toArray(String[]::new)));
        List<Double> rates = new ArrayList<>();
        for (Object job : (List<?>) told.get("jobs")) {
            Map<?, ?> moved = (Map<?, ?>) ((Map<?, ?>) job).get(pattern.writes() ? "write" : "read");
            rates.add(((Number) moved.get("bw_bytes")).doubleValue());
        }
        if (rates.size() != number) {
            throw new IllegalStateException("fio told of " + rates.size() + " jobs, not of " + number);
        }
        return rates;
    }
}

package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.paper.Evidence;
import io.hdfsthrottle.bench.paper.Row;
import io.hdfsthrottle.bench.paper.Run;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;

/**
 * Runs what shows the rows of the papers, each run as a process of its own: whatever ends one, the next begins.
 *
 * @param folder for the JSON, pictures and the page
 * @param options that replace those of every run
 */
record Papers(Path folder, Map<String, String> options, RunResources resources) {

    private static final int INTERRUPTED = 130;

    /** So many times its minutes a run may take: one that hangs must not keep the others. */
    private static final int LONGEST = 3;

    /** Runs these rows, and writes the page; 0 if everything that ran holds, 1 if not. */
    int play(List<Row> rows) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Set<Run> wanted = new TreeSet<>();
        rows.forEach(row -> wanted.addAll(row.runs()));
        if (!Files.exists(Path.of("/sys/fs/cgroup/blkio/tasks")) && wanted.removeIf(Papers::needsBlkio)) {
            System.out.println("No blkio of cgroup v1 here: what measures the kernel's control groups is left out.");
        }
        List<Run> runs = List.copyOf(wanted);
        List<Run> failed = new ArrayList<>();
        long begun = System.nanoTime();
        int expected = 0;
        for (Run run : runs) {
            int left = runs.subList(runs.indexOf(run), runs.size()).stream()
                    .mapToInt(Run::minutes)
                    .sum();
            double pace = expected == 0 ? 1 : (System.nanoTime() - begun) / 6e10 / expected;
            System.out.printf(
                    "%n== %s (%d of %d, %s): about %.0f minutes; with all that follow %.0f%n%n",
                    run.fileName(),
                    runs.indexOf(run) + 1,
                    runs.size(),
                    rowsOf(run, rows),
                    pace * run.minutes(),
                    pace * left);
            int code = play(run);
            if (code == INTERRUPTED) {
                return code;
            }
            if (code != 0) {
                failed.add(run);
            }
            expected += run.minutes();
        }
        return report(rows, failed);
    }

    /** Writes the page, and tells what does not hold. */
    int report(List<Row> rows, List<Run> failed) throws IOException {
        Evidence evidence = new Evidence(folder);
        evidence.write();
        Set<String> missed = evidence.failed(rows);
        System.out.println("\n" + folder.resolve("README.md"));
        System.out.println("Rows with a figure that does not hold: " + (missed.isEmpty() ? "none" : missed));
        if (!failed.isEmpty()) {
            System.out.println("Runs that failed, or missed a bar: " + failed);
        }
        return missed.isEmpty() && failed.isEmpty() ? 0 : 1;
    }

    private static boolean needsBlkio(Run run) {
        return run.scenario().startsWith("kernel-");
    }

    private static String rowsOf(Run run, List<Row> rows) {
        return rows.stream()
                .filter(row -> row.runs().contains(run))
                .map(Row::name)
                .collect(Collectors.joining(", "));
    }

    /** The arguments of that run, as of {@code bin/bench}, with its files in that folder. */
    List<String> arguments(Run run, Path out) {
        List<String> arguments = new ArrayList<>(List.of(run.scenario(), "--out=" + out));
        run.options().stream()
                .filter(option -> !options.containsKey(option.substring(0, option.indexOf('='))))
                .forEach(arguments::add);
        options.forEach((name, value) -> arguments.add(name + "=" + value));
        return arguments;
    }

    private int code(Process process, Run run) throws InterruptedException {
        // With options of the user nobody knows how long it takes.
        int minutes = options.isEmpty() ? LONGEST * run.minutes() : Integer.MAX_VALUE;
        if (process.waitFor(minutes, TimeUnit.MINUTES)) {
            return process.exitValue();
        }
        System.err.println(run.fileName() + " is ended: it has taken " + minutes + " minutes");
        process.destroy();
        int unused = process.waitFor();
        return 1;
    }

    private int play(Run run) throws IOException, InterruptedException {
        Path own = folder.resolve(run.fileName()).toAbsolutePath();
        List<String> endings = Evidence.draws(run) ? List.of(".json") : List.of(".json", ".png");
        for (String ending : endings) {
            Files.deleteIfExists(folder.resolve(run.fileName() + ending)); // of a run before that proves no more
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Bench.class.getName()));
        command.addAll(arguments(run, own));
        Process process = new ProcessBuilder(command).inheritIO().start();
        resources.own(() -> {
            process.destroy();
            process.waitFor();
            FileUtils.deleteQuietly(own.toFile());
        });
        int code = code(process, run);
        for (String ending : endings) {
            Path made = own.resolve(run.scenario() + ending);
            if (Files.exists(made)) {
                Files.move(made, folder.resolve(run.fileName() + ending), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        FileUtils.deleteQuietly(own.toFile());
        return code;
    }
}

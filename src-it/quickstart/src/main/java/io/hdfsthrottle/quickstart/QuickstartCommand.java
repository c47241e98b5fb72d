package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.process.Checks;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command behind {@code bin/quickstart}. */
@Command(
        name = "quickstart",
        description = "Three real Spark applications share a real HDFS disk: first under HDFS's own limit, then by"
                + " priority. Exits 0 only if the priorities held.",
        mixinStandardHelpOptions = true,
        versionProvider = QuickstartCommand.Version.class,
        sortOptions = false)
public final class QuickstartCommand implements Callable<Integer> {

    private static final int INTERRUPTED = 130;
    private static final long GIB = 1L << 30;
    private static final long DISK_BYTES = 3 * GIB;
    private static final long MEMORY_BYTES = 3 * GIB;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "45",
            description = "reading time of each run (${DEFAULT-VALUE})")
    private int seconds;

    @Option(
            names = "--capacity",
            paramLabel = "RATE",
            description = "bytes a second each DataNode may serve (100m; 40m with --datanodes 3); suffixes k, m, g")
    private String capacity;

    @Option(
            names = "--datanodes",
            paramLabel = "N",
            defaultValue = "1",
            description = "1, or 3 to show data that lies unevenly (${DEFAULT-VALUE})")
    private String dataNodes;

    @Option(
            names = "--hadoop",
            paramLabel = "VERSION",
            defaultValue = "3.4",
            description = "3.4 or 3.5 (${DEFAULT-VALUE})")
    private String hadoop;

    @Option(
            names = "--spark",
            paramLabel = "VERSION",
            defaultValue = "3.5",
            description = "3.5 or 4.2 (${DEFAULT-VALUE})")
    private String spark;

    @Option(names = "--keep", description = "leave the cluster running and tell how to reach it")
    private boolean keep;

    @Option(names = "--stop", description = "stop a cluster that --keep left running")
    private boolean stop;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private final AtomicBoolean finished = new AtomicBoolean();

    /** Runs the command line. */
    public static void main(String[] args) {
        QuickstartCommand command = new QuickstartCommand();
        int exitCode = new CommandLine(command)
                .setExecutionExceptionHandler((failure, line, parsed) -> command.failed(failure))
                .execute(args);
        command.finished.set(true);
        System.exit(exitCode);
    }

    @Override
    public Integer call() throws Exception {
        Scenario scenario = scenario();
        Repository repository = Repository.find();
        Path output = Files.createDirectories(repository.root().resolve("target/quickstart"));
        KeptProcesses kept = new KeptProcesses(output.resolve("kept"));
        if (stop) {
            int stopped = kept.stop();
            System.out.println(stopped == 0 ? "nothing was running" : "stopped " + stopped + " processes");
            return 0;
        }
        try (FileChannel lockFile =
                        FileChannel.open(output.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lockFile.tryLock()) {
            if (lock == null || !kept.alive().isEmpty()) {
                return refuse(List.of(
                        lock == null
                                ? "another quickstart runs in this clone"
                                : "a cluster of an earlier --keep still runs: bin/quickstart --stop"));
            }
            List<String> problems =
                    Checks.problems(output, DISK_BYTES, MEMORY_BYTES + (dataNodes.equals("3") ? GIB : 0));
            return problems.isEmpty() ? play(scenario, repository, output, kept) : refuse(problems);
        }
    }

    private Scenario scenario() {
        if (seconds < 15 || seconds > 600) {
            throw new ParameterException(spec.commandLine(), "--seconds: " + seconds + " is not within 15 to 600");
        }
        permit("--datanodes", dataNodes, "1", "3");
        permit("--hadoop", hadoop, "3.4", "3.5");
        permit("--spark", spark, "3.5", "4.2");
        try {
            boolean several = dataNodes.equals("3");
            if (capacity == null) {
                capacity = several ? "40m" : "100m";
            }
            Rate rate = Rate.parse(capacity);
            if (rate.bytesPerSecond() < 1 << 20) {
                throw new IllegalArgumentException("'" + capacity + "' is less than 1m");
            }
            return new Scenario(
                    several ? Scenario.DATA_AGAINST_PRIORITY : Scenario.THREADS_AGAINST_PRIORITY,
                    rate,
                    Duration.ofSeconds(seconds));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--capacity: " + e.getMessage(), e);
        }
    }

    private void permit(String option, String value, String one, String other) {
        if (!value.equals(one) && !value.equals(other)) {
            String message = option + ": '" + value + "' is neither " + one + " nor " + other;
            throw new ParameterException(spec.commandLine(), message);
        }
    }

    private int play(Scenario scenario, Repository repository, Path output, KeptProcesses kept) throws Exception {
        Path work = output.resolve("work");
        delete(work);
        Progress progress = new Progress(System.out, Integer.getInteger("quickstart.columns", 0));
        Rig rig = Rig.in(repository, work, keep ? Rig.Lifetime.THEIR_OWN : Rig.Lifetime.OURS);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(rig, progress), "interrupted"));
        try {
            Quickstart.Outcome outcome = new Quickstart(rig, scenario, hadoop, spark, progress).play();
            Report report = outcome.report();
            Files.writeString(output.resolve("report.json"), ReportJson.of(report));
            Files.writeString(output.resolve("report.html"), ReportPage.of(report));
            Path here = Path.of("").toAbsolutePath();
            progress.say("");
            progress.say(ReportTable.of(report));
            progress.say("  " + report.checksums());
            progress.say("  Report: " + here.relativize(output.resolve("report.html")));
            if (keep) {
                kept.write(rig.running());
                rig.letGo();
                progress.say("\n  The cluster stays, without applications, until bin/quickstart --stop:");
                outcome.addresses().forEach(address -> progress.say("    " + address));
            }
            return report.holds() ? 0 : 1;
        } finally {
            rig.close();
        }
    }

    private int failed(Exception failure) {
        if (finished.get()) {
            return INTERRUPTED;
        }
        System.err.println("quickstart failed: " + failure.getMessage());
        return 1;
    }

    /** Runs when the JVM ends; acts only if the end was not requested by this program. */
    private void interrupted(Rig rig, Progress progress) {
        if (finished.getAndSet(true)) {
            return;
        }
        progress.hush();
        System.out.println("\nInterrupted: stopping every process ...");
        rig.close();
        System.out.println("All stopped.");
        Runtime.getRuntime().halt(INTERRUPTED);
    }

    private static int refuse(List<String> problems) {
        problems.forEach(problem -> System.err.println("quickstart: " + problem));
        return 2;
    }

    /** The project's version. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"hdfs-throttle quickstart " + Repository.find().version()};
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> tree = Files.walk(folder)) {
                for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}

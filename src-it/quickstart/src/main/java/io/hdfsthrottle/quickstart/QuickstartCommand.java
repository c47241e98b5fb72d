package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.process.Checks;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.unit.Rate;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.commons.io.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The command behind {@code bin/quickstart}, whose {@code --help} says what the options mean. */
@Command(name = "quickstart")
public final class QuickstartCommand implements Callable<Integer> {

    private static final int INTERRUPTED = 130;
    private static final long GIB = 1L << 30;

    @Option(names = "--seconds", defaultValue = "45")
    private int seconds;

    @Option(names = "--capacity")
    private Rate capacity;

    @Option(names = "--datanodes", defaultValue = "1")
    private String dataNodes;

    @Option(names = "--hadoop", defaultValue = "3.4")
    private String hadoop;

    @Option(names = "--spark", defaultValue = "3.5")
    private String spark;

    @Option(names = "--keep")
    private boolean keep;

    @Option(names = "--stop")
    private boolean stop;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private final AtomicBoolean finished = new AtomicBoolean();

    /** Runs the command line. */
    public static void main(String[] args) {
        QuickstartCommand command = new QuickstartCommand();
        int exitCode = command.line().execute(args);
        command.finished.set(true);
        System.exit(exitCode);
    }

    CommandLine line() {
        return new CommandLine(this)
                .registerConverter(Rate.class, QuickstartCommand::rate)
                .setParameterExceptionHandler((wrong, arguments) -> {
                    wrong.getCommandLine().getErr().println("quickstart: " + wrong.getMessage() + "; see --help");
                    return 2;
                })
                .setExecutionExceptionHandler((failure, line, parsed) -> failed(failure));
    }

    private static Rate rate(String written) {
        try {
            Rate rate = Rate.parse(written);
            if (rate.bytesPerSecond() < 1 << 20) {
                throw new IllegalArgumentException("'" + written + "' is less than 1m");
            }
            return rate;
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException(wrong.getMessage());
        }
    }

    @Override
    public Integer call() throws Exception {
        permit(seconds >= 15 && seconds <= 600, "--seconds: " + seconds + " is not within 15 to 600");
        permit(List.of("1", "3").contains(dataNodes), "--datanodes: '" + dataNodes + "' is neither 1 nor 3");
        permit(List.of("3.4", "3.5").contains(hadoop), "--hadoop: '" + hadoop + "' is neither 3.4 nor 3.5");
        permit(List.of("3.5", "4.2").contains(spark), "--spark: '" + spark + "' is neither 3.5 nor 4.2");
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
            if (lock == null) {
                return refuse(List.of("another quickstart runs in this clone"));
            }
            if (!kept.alive().isEmpty()) {
                return refuse(List.of("a cluster of an earlier --keep still runs: bin/quickstart --stop"));
            }
            List<String> problems = Checks.problems(output, 3 * GIB, (dataNodes.equals("3") ? 4 : 3) * GIB);
            return problems.isEmpty() ? play(scenario(), repository, output, kept) : refuse(problems);
        }
    }

    private void permit(boolean permitted, String otherwise) {
        if (!permitted) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private Scenario scenario() {
        boolean several = dataNodes.equals("3");
        return new Scenario(
                several ? Scenario.DATA_AGAINST_PRIORITY : Scenario.THREADS_AGAINST_PRIORITY,
                capacity == null ? Rate.parse(several ? "40m" : "100m") : capacity,
                Duration.ofSeconds(seconds));
    }

    private int play(Scenario scenario, Repository repository, Path output, KeptProcesses kept) throws Exception {
        Path work = output.resolve("work");
        FileUtils.deleteDirectory(work.toFile());
        Progress progress = new Progress(System.out, Integer.getInteger("quickstart.columns", 0));
        try (Rig rig = Rig.in(repository, work, keep ? Rig.Lifetime.THEIR_OWN : Rig.Lifetime.OURS)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(rig, progress), "interrupted"));
            Quickstart.Outcome outcome = new Quickstart(rig, scenario, hadoop, spark, progress).play();
            Report report = outcome.report();
            Files.writeString(output.resolve("report.json"), ReportJson.of(report));
            Files.writeString(output.resolve("report.html"), ReportPage.of(report));
            progress.say("\n" + ReportTable.text(report));
            progress.say("  " + report.checksums());
            progress.say("  Report: " + Path.of("").toAbsolutePath().relativize(output.resolve("report.html")));
            if (keep) {
                kept.write(rig.running());
                rig.letGo();
                progress.say("\n  The cluster stays, without applications, until bin/quickstart --stop:");
                outcome.addresses().forEach(address -> progress.say("    " + address));
            }
            return report.holds() ? 0 : 1;
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
}

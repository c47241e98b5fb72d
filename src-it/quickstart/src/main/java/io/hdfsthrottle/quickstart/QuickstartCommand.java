package io.hdfsthrottle.quickstart;

import io.hdfsthrottle.testkit.process.Checks;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.unit.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command behind {@code bin/quickstart}, whose {@code --help} says what the options mean; one runs at a time. */
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

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    private final AtomicBoolean finished = new AtomicBoolean();

    public static void main(String[] args) {
        QuickstartCommand command = new QuickstartCommand();
        int exitCode = command.line().execute(args);
        command.finished.set(true);
        System.exit(exitCode);
    }

    CommandLine line() {
        return new CommandLine(this)
                .registerConverter(Rate.class, Rate::parse)
                .setParameterExceptionHandler((wrong, arguments) -> {
                    wrong.getCommandLine().getErr().println("quickstart: " + wrong.getMessage() + "; see --help");
                    return 2;
                })
                .setExecutionExceptionHandler((failure, line, parsed) -> failed(failure));
    }

    @Override
    public Integer call() throws Exception {
        permit(seconds >= 15 && seconds <= 600, "--seconds: " + seconds + " is not within 15 to 600");
        permit(capacity == null || capacity.bytesPerSecond() >= 1 << 20, "--capacity: less than 1m");
        permit(List.of("1", "3").contains(dataNodes), "--datanodes: '" + dataNodes + "' is neither 1 nor 3");
        Repository repository = Repository.find();
        Path output = repository.root().resolve("target/quickstart");
        List<String> problems = Checks.problems(output, 3 * GIB, (dataNodes.equals("3") ? 5 : 4) * GIB);
        problems.forEach(problem -> System.err.println("quickstart: " + problem));
        return problems.isEmpty() ? play(repository, output) : 2;
    }

    private void permit(boolean permitted, String otherwise) {
        if (!permitted) {
            throw new ParameterException(spec.commandLine(), otherwise);
        }
    }

    private int play(Repository repository, Path output) throws Exception {
        boolean several = dataNodes.equals("3");
        Scenario scenario = new Scenario(
                several ? Scenario.DATA_AGAINST_PRIORITY : Scenario.THREADS_AGAINST_PRIORITY,
                capacity == null ? Rate.parse(several ? "40m" : "100m") : capacity,
                Duration.ofSeconds(seconds));
        Path work = output.resolve("work");
        FileUtils.deleteDirectory(work.toFile());
        Progress progress = new Progress(System.out, Integer.getInteger("quickstart.columns", 0));
        try (Rig rig = Rig.in(repository, work, keep ? Rig.Lifetime.THEIR_OWN : Rig.Lifetime.OURS)) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupted(rig, progress), "interrupted"));
            Quickstart.Outcome outcome = new Quickstart(rig, scenario, hadoop, spark).play(progress);
            Report report = outcome.report();
            String json = ReportJson.of(report);
            Files.writeString(output.resolve("report.json"), json);
            Files.writeString(output.resolve("report.html"), ReportPage.of(report, json));
            progress.say("\n" + ReportTable.text(report));
            progress.say("  " + report.checksums());
            progress.say("  Report: " + Path.of("").toAbsolutePath().relativize(output.resolve("report.html")));
            if (keep) {
                Stream<Long> kept = rig.running().stream().map(JavaProcess::pid);
                Files.write(output.resolve("kept"), kept.map(Object::toString).toList());
                rig.letGo();
                progress.say("\n  The cluster stays, without applications, until bin/quickstart --stop:");
                Quickstart.addresses(outcome.cluster()).forEach(address -> progress.say("    " + address));
            }
            return report.holds() ? 0 : 1;
        }
    }

    private int failed(Exception failure) {
        if (finished.get()) {
            return INTERRUPTED;
        }
        System.err.println("\nquickstart failed: " + failure.getMessage());
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
}

package io.hdfsthrottle.bench;

import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.report.Machine;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Comparison;
import io.hdfsthrottle.bench.scenario.ControllerCost;
import io.hdfsthrottle.bench.scenario.HotPath;
import io.hdfsthrottle.bench.scenario.PaceCached;
import io.hdfsthrottle.bench.scenario.PaceIsolation;
import io.hdfsthrottle.bench.scenario.PaceOverhead;
import io.hdfsthrottle.bench.scenario.PaceReaction;
import io.hdfsthrottle.bench.scenario.PaceShares;
import io.hdfsthrottle.bench.scenario.RawWriter;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.Slots;
import io.hdfsthrottle.bench.scenario.TaskRates;
import io.hdfsthrottle.bench.scenario.cluster.ClusterShares;
import io.hdfsthrottle.bench.scenario.coordinator.Scale;
import io.hdfsthrottle.bench.scenario.coordinator.SiegeOfCoordinator;
import io.hdfsthrottle.bench.scenario.kernel.KernelOverhead;
import io.hdfsthrottle.bench.scenario.kernel.KernelThrottle;
import io.hdfsthrottle.bench.scenario.kernel.KernelWeight;
import io.hdfsthrottle.bench.scenario.minerva.MinervaForecast;
import io.hdfsthrottle.bench.scenario.minerva.MinervaHints;
import io.hdfsthrottle.bench.scenario.minerva.MinervaInterleave;
import io.hdfsthrottle.bench.scenario.reaction.ClusterReaction;
import io.hdfsthrottle.bench.scenario.spark.DiskCoupling;
import io.hdfsthrottle.bench.scenario.spark.Harmless;
import io.hdfsthrottle.bench.scenario.spark.LocalIo;
import io.hdfsthrottle.bench.scenario.spark.Replicas;
import io.hdfsthrottle.bench.scenario.spark.SparkTables;
import io.hdfsthrottle.bench.scenario.spark.Speculation;
import io.hdfsthrottle.bench.scenario.tier.MinervaTiers;
import io.hdfsthrottle.bench.scenario.trust.Forge;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.knowm.xchart.BitmapEncoder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code bin/bench}: runs a scenario, writes its JSON and charts, and exits with 0 only if every bar holds.
 */
@Command(
        name = "bench",
        description = "Measures on real HDFS what hdfs-throttle promises, beside the same run without it.",
        mixinStandardHelpOptions = true)
final class Bench implements Callable<Integer> {

    private static final int INTERRUPTED = 130;
    private static final int MOST_DISKS = 8;
    private static final long BYTES_A_DISK = 9L << 30;
    private static final List<Scenario> SCENARIOS = List.of(
            Comparison.SCENARIO,
            PaceShares.SCENARIO,
            PaceReaction.SCENARIO,
            PaceIsolation.SCENARIO,
            PaceCached.SCENARIO,
            PaceOverhead.SCENARIO,
            Slots.SCENARIO,
            TaskRates.SCENARIO,
            Replicas.SCENARIO,
            Speculation.SCENARIO,
            Harmless.SCENARIO,
            SparkTables.SCENARIO,
            HotPath.SCENARIO,
            ControllerCost.SCENARIO,
            KernelThrottle.SCENARIO,
            KernelWeight.SCENARIO,
            KernelOverhead.SCENARIO,
            RawWriter.SCENARIO,
            LocalIo.SCENARIO,
            DiskCoupling.SCENARIO,
            MinervaHints.SCENARIO,
            MinervaInterleave.SCENARIO,
            MinervaForecast.SCENARIO,
            MinervaTiers.SCENARIO,
            ClusterShares.SCENARIO,
            ClusterReaction.SCENARIO,
            Forge.SCENARIO,
            SiegeOfCoordinator.SCENARIO,
            Scale.SCENARIO);

    @Parameters(paramLabel = "NAME", description = "a scenario, or 'list'")
    private String name;

    @Option(names = "--out", paramLabel = "DIR", description = "for NAME.json and NAME.png (target/bench in the clone)")
    private Path out;

    @Option(names = "--seconds", defaultValue = "10", description = "length of one measurement, 1 to 600 (10)")
    private int seconds;

    @Option(names = "--repeats", defaultValue = "3", description = "how often each is made, 1 to 100 (3)")
    private int repeats;

    @Option(names = "--rate", description = "of the slow disk, MiB a second, 10 to 400 (mostly 150; see docs/bench.md)")
    private Integer rate;

    @Option(
            names = "--disk",
            defaultValue = "steady",
            description = "steady, shared or seeking, for all cases (steady)")
    private DiskKind disk;

    @Option(names = "--disks", defaultValue = "1", description = "slow disks with all tenants, all at once, 1 to 8 (1)")
    private int disks;

    @Option(names = "--readahead", defaultValue = "2560", description = "of the slow disk, KiB, 0 to 16384 (2560)")
    private int readahead;

    @Option(names = "--count", description = "requests, changes, applications or kills, 10 to 10000000 (mostly 100000)")
    private Integer count;

    @Option(names = "--native", description = "the DataNode has Hadoop's native library and reads 4 MiB ahead")
    private boolean nativeLibrary;

    @Option(names = "--case", defaultValue = "", description = "only cases whose name contains this; 'list' names them")
    private String part;

    @Option(names = "--set", description = "KEY=VALUE, an hdfs.throttle key for the DataNode; repeatable")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec;

    private final RunResources resources = new RunResources();
    private volatile boolean finished;

    /** Runs the command line. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        Bench bench = new Bench();
        Runtime.getRuntime().addShutdownHook(new Thread(bench::interrupted, "interrupted"));
        int exitCode = new CommandLine(bench)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, parsed) -> bench.failed(failure))
                .execute(arguments);
        bench.finished = true;
        System.exit(exitCode);
    }

    @Override
    public Integer call() throws Exception {
        if (name.equals("list")) {
            SCENARIOS.forEach(each -> {
                System.out.printf("%-14s %s%n", each.name(), each.shows());
                each.cases().forEach(one -> System.out.printf("    --case '%s'%n", one));
            });
            return 0;
        }
        Scenario scenario = SCENARIOS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("no scenario '" + name + "'; there are: " + names()));
        rate = rate == null ? Integer.valueOf(scenario.usualRate()) : rate;
        count = count == null ? Integer.valueOf(scenario.usualCount()) : count;
        within("--seconds", seconds, 1, 600);
        within("--repeats", repeats, 1, 100);
        within("--rate", rate, 10, 400);
        within("--disks", disks, 1, MOST_DISKS);
        within("--readahead", readahead, 0, 16_384);
        within("--count", count, 10, 10_000_000);
        refuseUseless(scenario);
        if (!part.isEmpty() && scenario.cases().stream().noneMatch(each -> each.contains(part))) {
            throw wrong("--case " + part + ": no case of " + name + " contains that; there are " + scenario.cases());
        }
        check(settings);
        return play(scenario);
    }

    /** Refuses options without effect: the user would believe that they had one. */
    private void refuseUseless(Scenario scenario) {
        for (Choice choice : Choice.values()) {
            if (spec.commandLine().getParseResult().hasMatchedOption(choice.option())
                    && !scenario.choices().contains(choice)) {
                String value = choice == Choice.NATIVE
                        ? ""
                        : " " + spec.findOption(choice.option()).getValue();
                throw wrong(choice.option() + value + ": " + name + " has no use for it; leave it out, or give it to "
                        + SCENARIOS.stream()
                                .filter(each -> each.choices().contains(choice))
                                .map(Scenario::name)
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    /** The files of all tenants are on each of the disks. */
    private void refuseFull(Path folder) throws IOException {
        long usable = Files.getFileStore(folder).getUsableSpace();
        if (usable < disks * BYTES_A_DISK) {
            throw wrong("--disks " + disks + ": " + folder + " has room for " + usable / BYTES_A_DISK
                    + " at 9 GiB each; give at most that, or free some");
        }
    }

    private int play(Scenario scenario) throws Exception {
        Map<String, Object> machine = Machine.described();
        // A path is relative to the folder where the command was typed; the script has changed to the clone since.
        Path target = out == null
                ? Path.of("target/bench")
                : Path.of(System.getProperty("bench.from", "")).resolve(out);
        Files.createDirectories(target);
        Path folder = Files.createTempDirectory(target.toAbsolutePath(), "work-");
        resources.own(() -> delete(folder));
        if (scenario.choices().contains(Choice.DISKS)) {
            refuseFull(folder);
        }
        Stage stage = new Stage(
                Duration.ofSeconds(seconds),
                repeats,
                rate,
                disk,
                disks,
                readahead,
                count,
                nativeLibrary,
                part,
                settings,
                folder,
                resources,
                System.out);
        Outcome outcome;
        try {
            outcome = scenario.play(stage);
            machine.put("loadAfter", Machine.load());
        } finally {
            resources.close();
        }
        outcome.figure("settings", settings);
        if (scenario.choices().contains(Choice.NATIVE)) {
            outcome.figure("nativeLibrary", nativeLibrary)
                    .figure("hadoopReadaheadBytes", stage.hadoopsReadaheadBytes());
        }
        if (scenario.choices().contains(Choice.READAHEAD)) {
            outcome.figure("diskReadaheadKiB", readahead).figure("disks", disks);
        }
        Files.writeString(target.resolve(scenario.name() + ".json"), outcome.json(scenario.name(), machine));
        String picture = target.resolve(scenario.name() + ".png").toString();
        BitmapEncoder.saveBitmap(
                List.copyOf(outcome.charts()), outcome.charts().size(), 1, picture, BitmapEncoder.BitmapFormat.PNG);
        System.out.println();
        outcome.bars()
                .forEach(bar -> stage.say(
                        "%s %-75s %9.3f %s %s",
                        bar.holds() ? "holds" : "FAILS", bar.name(), bar.value(), bar.op(), bar.limit()));
        System.out.println("\n" + target.resolve(scenario.name() + ".json") + ", " + picture);
        return outcome.holds() ? 0 : 1;
    }

    private static String names() {
        return SCENARIOS.stream().map(Scenario::name).collect(Collectors.joining(", "));
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(option + " " + value + ": give " + least + " to " + most);
        }
    }

    /** A DataNode that refuses a wrong setting serves unthrottled: nothing would be measured then. */
    private void check(Map<String, String> written) {
        try {
            AgentSettings.parse(written);
        } catch (SettingException refused) {
            throw wrong("--set: " + refused.getMessage());
        }
        if (written.containsKey(AgentSettings.PREFIX + "enabled")) {
            throw wrong("--set: the bench itself turns the hook off and on");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int failed(Exception failure) {
        if (!finished) {
            System.err.println("bench: " + failure);
            if (failure.getCause() != null) {
                System.err.println("bench: because of " + failure.getCause());
            }
        }
        return 1;
    }

    /** Runs when the JVM ends; acts only if the end was not requested by this program. */
    private void interrupted() {
        if (finished) {
            return;
        }
        finished = true;
        System.err.println("\nInterrupted: stopping every process, unmounting ...");
        resources.close();
        System.err.println("All stopped.");
        Runtime.getRuntime().halt(INTERRUPTED);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> tree = Files.walk(folder)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

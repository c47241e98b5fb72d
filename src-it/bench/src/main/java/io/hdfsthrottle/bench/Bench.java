package io.hdfsthrottle.bench;

import com.sun.management.OperatingSystemMXBean;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.paper.Row;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.ControllerCost;
import io.hdfsthrottle.bench.scenario.DataNodeCost;
import io.hdfsthrottle.bench.scenario.FaultyDisks;
import io.hdfsthrottle.bench.scenario.HotPath;
import io.hdfsthrottle.bench.scenario.PaceCached;
import io.hdfsthrottle.bench.scenario.PaceIsolation;
import io.hdfsthrottle.bench.scenario.PaceOverhead;
import io.hdfsthrottle.bench.scenario.PaceReaction;
import io.hdfsthrottle.bench.scenario.PaceShares;
import io.hdfsthrottle.bench.scenario.Scenario;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.bench.scenario.Slots;
import io.hdfsthrottle.bench.scenario.TaskRates;
import io.hdfsthrottle.bench.scenario.cluster.CanaryWatched;
import io.hdfsthrottle.bench.scenario.cluster.ClusterReaction;
import io.hdfsthrottle.bench.scenario.cluster.ClusterShares;
import io.hdfsthrottle.bench.scenario.cluster.Explain;
import io.hdfsthrottle.bench.scenario.cluster.Predictions;
import io.hdfsthrottle.bench.scenario.coordinator.Forge;
import io.hdfsthrottle.bench.scenario.coordinator.Scale;
import io.hdfsthrottle.bench.scenario.coordinator.SiegeOfCoordinator;
import io.hdfsthrottle.bench.scenario.kernel.Kernel;
import io.hdfsthrottle.bench.scenario.kernel.NetworkShares;
import io.hdfsthrottle.bench.scenario.kernel.RawWriter;
import io.hdfsthrottle.bench.scenario.minerva.MinervaAppointments;
import io.hdfsthrottle.bench.scenario.minerva.MinervaForecast;
import io.hdfsthrottle.bench.scenario.minerva.MinervaHints;
import io.hdfsthrottle.bench.scenario.minerva.MinervaHistory;
import io.hdfsthrottle.bench.scenario.minerva.MinervaInterleave;
import io.hdfsthrottle.bench.scenario.minerva.MinervaTiers;
import io.hdfsthrottle.bench.scenario.soak.Soak;
import io.hdfsthrottle.bench.scenario.spark.DiskCoupling;
import io.hdfsthrottle.bench.scenario.spark.Harmless;
import io.hdfsthrottle.bench.scenario.spark.LocalIo;
import io.hdfsthrottle.bench.scenario.spark.Replicas;
import io.hdfsthrottle.bench.scenario.spark.SparkLimits;
import io.hdfsthrottle.bench.scenario.spark.SparkTables;
import io.hdfsthrottle.bench.scenario.spark.Speculation;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.setting.SettingException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code bin/bench}: runs a scenario, writes JSON and charts, and exits with 0 only if all bars hold. */
@Command(
        name = "bench",
        description = "Measures on real HDFS what hdfs-throttle promises, beside the same run without it.",
        mixinStandardHelpOptions = true)
final class Bench implements Callable<Integer> {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    static final List<Scenario> SCENARIOS = List.of(
            PaceShares.COMPARISON,
            PaceShares.SCENARIO,
            PaceReaction.SCENARIO,
            FaultyDisks.SCENARIO,
            PaceIsolation.SCENARIO,
            PaceCached.SCENARIO,
            PaceOverhead.SCENARIO,
            DataNodeCost.SCENARIO,
            Slots.SCENARIO,
            TaskRates.SCENARIO,
            NetworkShares.SCENARIO,
            Replicas.SCENARIO,
            Speculation.SCENARIO,
            Harmless.SCENARIO,
            SparkTables.SCENARIO,
            SparkLimits.SCENARIO,
            HotPath.SCENARIO,
            ControllerCost.SCENARIO,
            Kernel.THROTTLE,
            Kernel.WEIGHT,
            Kernel.OVERHEAD,
            RawWriter.SCENARIO,
            LocalIo.SCENARIO,
            DiskCoupling.SCENARIO,
            MinervaHistory.SCENARIO,
            MinervaHints.SCENARIO,
            MinervaAppointments.SCENARIO,
            MinervaInterleave.SCENARIO,
            MinervaForecast.SCENARIO,
            MinervaTiers.SCENARIO,
            ClusterShares.SCENARIO,
            ClusterReaction.SCENARIO,
            Explain.SCENARIO,
            Predictions.SCENARIO,
            CanaryWatched.SCENARIO,
            Soak.SCENARIO,
            Forge.SCENARIO,
            SiegeOfCoordinator.SCENARIO,
            Scale.SCENARIO);

    private static final String PAPERS = "papers";

    @Parameters(index = "0", paramLabel = "NAME", description = "a scenario, 'list', or 'papers'")
    private String name;

    @Parameters(index = "1..*", paramLabel = "ROW", description = "of papers: which of A1 to D8 (all)")
    private List<String> rows = new ArrayList<>();

    @Option(names = "--report", description = "of papers: page and figures, from the JSON that is there")
    private boolean report;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "for NAME.json and NAME.png (target/bench in the clone; papers: docs/evidence)")
    private Path out;

    @Option(names = "--seconds", description = "length of one measurement, 1 to 600 (10; cost: 60; canary: 120)")
    private Integer seconds;

    @Option(names = "--minutes", defaultValue = "10", description = "length of the soak, 3 to 1440 (10)")
    private int minutes;

    @Option(names = "--repeats", defaultValue = "3", description = "how often each is made, 1 to 100 (3)")
    private int repeats;

    @Option(names = "--rate", description = "of the slow disk, MiB a second, 10 to 400 (mostly 150; see docs/bench.md)")
    private Integer rate;

    @Option(names = "--disk", defaultValue = "steady", description = "steady, shared or seeking, all cases (steady)")
    private DiskKind disk;

    @Option(
            names = "--disks",
            defaultValue = "1",
            description = "slow disks with all tenants, all at once, 1 to 12 (1)")
    private int disks;

    @Option(names = "--readahead", defaultValue = "2560", description = "of the slow disk, KiB, 0 to 16384 (2560)")
    private int readahead;

    @Option(names = "--count", description = "requests, changes, applications or kills, 10 to 10000000 (mostly 100000)")
    private Integer count;

    @Option(names = "--native", description = "the DataNode has Hadoop's native library and reads 4 MiB ahead")
    private boolean nativeLibrary;

    @Option(names = "--busy", defaultValue = "0", description = "processes that spin meanwhile, 0 to 64 (0)")
    private int busy;

    @Option(names = "--case", defaultValue = "", description = "only cases whose name contains this; 'list' names them")
    private String part;

    @Option(names = "--set", description = "KEY=VALUE, an hdfs.throttle key for the DataNode; repeatable")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec;

    private final RunResources resources = new RunResources();
    private volatile boolean finished;

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
        if (name.equals(PAPERS)) {
            return papers();
        }
        if (report || !rows.isEmpty()) {
            throw wrong("--report and rows: only papers has them");
        }
        Scenario scenario = SCENARIOS.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong("no scenario '" + name + "'; there are: " + names(each -> true)));
        rate = rate == null ? Integer.valueOf(scenario.usualRate()) : rate;
        count = count == null ? Integer.valueOf(scenario.usualCount()) : count;
        seconds = seconds == null ? Integer.valueOf(scenario.usualSeconds()) : seconds;
        within("--seconds", seconds, 1, 600);
        within("--minutes", minutes, 3, 1_440);
        within("--repeats", repeats, 1, 100);
        within("--rate", rate, 10, 400);
        within("--disks", disks, 1, 12);
        within("--busy", busy, 0, 64);
        within("--readahead", readahead, 0, 16_384);
        within("--count", count, 10, 10_000_000);
        for (Choice choice : Choice.values()) {
            // The user would believe that an option without effect had one.
            if (spec.commandLine().getParseResult().hasMatchedOption(choice.option())
                    && !scenario.choices().contains(choice)) {
                throw wrong(choice.option() + ": " + name + " has no use for it; leave it out, or give it to "
                        + names(each -> each.choices().contains(choice)));
            }
        }
        if (!part.isEmpty() && scenario.cases().stream().noneMatch(each -> each.contains(part))) {
            throw wrong("--case " + part + ": no case of " + name + " contains that; there are " + scenario.cases());
        }
        // A DataNode that refuses a wrong setting serves unthrottled: nothing would be measured then.
        try {
            AgentSettings.parse(settings);
        } catch (SettingException refused) {
            throw wrong("--set: " + refused.getMessage());
        }
        if (settings.containsKey(AgentSettings.PREFIX + "enabled")) {
            throw wrong("--set: the bench itself turns the hook off and on");
        }
        return play(scenario);
    }

    private int papers() throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            switch (given.longestName()) {
                case "--out", "--report" -> {}
                case "--seconds", "--repeats" ->
                    options.put(given.longestName(), given.stringValues().get(0));
                default -> throw wrong(given.longestName() + ": papers has its own; give it to a scenario");
            }
        }
        List<Row> wanted = new ArrayList<>();
        for (String row : rows) {
            String among = "no row '" + row + "'; there are "
                    + Row.ALL.stream().map(Row::name).toList();
            wanted.add(Row.named(row).orElseThrow(() -> wrong(among)));
        }
        List<Row> all = wanted.isEmpty() ? Row.ALL : wanted;
        try (resources) {
            Papers papers = new Papers(folder(Path.of("docs/evidence")), options, resources);
            return report ? papers.report(all, List.of()) : papers.play(all);
        }
    }

    /** A path is relative to the folder where the command was typed; the script has changed to the clone since. */
    private Path folder(Path usual) {
        return out == null
                ? usual
                : Path.of(System.getProperty("bench.from", "")).resolve(out);
    }

    private static String names(Predicate<Scenario> which) {
        return SCENARIOS.stream().filter(which).map(Scenario::name).collect(Collectors.joining(", "));
    }

    private void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(option + " " + value + ": give " + least + " to " + most);
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private int play(Scenario scenario) throws Exception {
        // The machine before anything starts: figures without it, and without other processes' load, mean nothing.
        Figures machine = new Figures()
                .put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS))
                .put("commit", System.getProperty("bench.commit", "unknown"))
                .put("processors", SYSTEM.getAvailableProcessors())
                .put("memoryMiB", SYSTEM.getTotalMemorySize() >> 20)
                .put("loadBefore", SYSTEM.getSystemLoadAverage())
                .put("kernel", SYSTEM.getName() + " " + SYSTEM.getVersion())
                .put("java", System.getProperty("java.vm.version"));
        Path target = folder(Path.of("target/bench"));
        Files.createDirectories(target);
        Path folder = Files.createTempDirectory(target.toAbsolutePath(), "work-");
        resources.own(() -> FileUtil.fullyDelete(folder.toFile()));
        Stage stage = new Stage(
                scenario.choices().contains(Choice.MINUTES) ? Duration.ofMinutes(minutes) : Duration.ofSeconds(seconds),
                repeats,
                rate,
                disk,
                disks,
                readahead,
                count,
                nativeLibrary,
                busy,
                part,
                settings,
                folder,
                resources);
        Outcome outcome;
        try (resources) {
            outcome = scenario.play().on(stage);
            machine.put("loadAfter", SYSTEM.getSystemLoadAverage());
        }
        outcome.figure("settings", settings);
        for (Choice choice : new TreeSet<>(scenario.choices())) {
            outcome.figure(choice.option(), spec.findOption(choice.option()).getValue());
        }
        Path json = target.resolve(name + ".json");
        Files.writeString(json, outcome.json(name, machine));
        Path picture = target.resolve(name + ".png");
        Charts.save(outcome.charts(), picture);
        System.out.println();
        outcome.bars()
                .forEach(bar -> stage.say(
                        "%s %-75s %9.3f %s %s",
                        bar.holds() ? "holds" : "FAILS", bar.name(), bar.value(), bar.op(), bar.limit()));
        System.out.println("\n" + json + ", " + picture);
        return outcome.holds() ? 0 : 1;
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
        if (!finished) {
            finished = true;
            System.err.println("\nInterrupted: stopping every process, unmounting ...");
            resources.close();
            System.err.println("All stopped.");
            Runtime.getRuntime().halt(130);
        }
    }
}

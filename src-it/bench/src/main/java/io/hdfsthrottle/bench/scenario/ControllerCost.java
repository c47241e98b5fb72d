package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.largest;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.RATE;
import static io.hdfsthrottle.bench.scenario.Scenario.Choice.READAHEAD;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.TransferCrowd;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Figures;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Scenario that measures the cost of the agent's controller on a node: 100 tenants with 10 threads each on one busy
 * disk, the agent as in a DataNode, the threads real. Processor time of the controller's thread, as the kernel counts
 * it.
 */
public final class ControllerCost {

    private static final String CONTROLLER = "hdfs-throttle-controller";
    private static final Duration SETTLING = Duration.ofSeconds(15);
    /** The scenario. */
    public static final Scenario SCENARIO = Scenario.named(
            "controller",
            "the controller's share of one core with 100 tenants and 1,000 threads on a busy disk",
            ControllerCost::play,
            RATE,
            READAHEAD);

    private ControllerCost() {}

    /** The activity of 100 tenants. */
    private enum Case {
        ALL_READ_THE_DISK(100),
        MOST_WAIT_FOR_THEIR_CLIENTS(10);

        private final int readers;

        Case(int readers) {
            this.readers = readers;
        }
    }

    /** One measurement. */
    private record Used(double percent, double diskBusy, long errors) {}

    private static Outcome play(Stage stage) throws Exception {
        SlowDisk disk = stage.slowDisk(DiskKind.STEADY);
        Path file = TransferCrowd.written(disk);
        PageCache.dropAll();
        Outcome outcome = new Outcome();
        Map<String, Double> worst = new LinkedHashMap<>();
        for (Case each : Case.values()) {
            List<Used> windows = measured(stage, disk, file, each);
            List<Double> percents = each(windows, Used::percent);
            List<Double> busy = each(windows, Used::diskBusy);
            worst.put(each.name(), largest(percents));
            outcome.figure(
                            each.name(),
                            new Figures().small("percentOfACore", percents).large("diskBusy", busy))
                    .atMost(each + ": percent of a core", percents, 2)
                    .atLeast(each + ": the run is valid, disk busy", busy, 0.9)
                    .atMost(each + ": errors of the agent", each(windows, Used::errors), 0);
        }
        return outcome.chart(Charts.bars(
                "The controller with 100 tenants and 1,000 threads (worst of the repeats)",
                "percent of one core",
                List.copyOf(worst.keySet()),
                Map.of("controller", List.copyOf(worst.values()))));
    }

    private static List<Used> measured(Stage stage, SlowDisk disk, Path file, Case each) throws Exception {
        GrantFile grant = new GrantFile(stage.folder().resolve(each.name() + ".grant"));
        grant.write(TransferCrowd.grant());
        // An interrupt also ends the crowd, which has the disk's file open a thousand times.
        try (RunResources resources = stage.resources().own(new RunResources())) {
            ThrottleAgent agent = resources.own(
                    new ThrottleAgent("bench", AgentSettings.parse(Map.of()), Ticker.system(), Parker.system()));
            agent.start(Optional.empty(), grant);
            TransferCrowd crowd =
                    resources.own(new TransferCrowd(agent, Volume.of("DS-1", disk.mount()), file, each.readers));
            TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
            List<Used> windows = new ArrayList<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                windows.add(window(stage, disk, agent));
            }
            crowd.check();
            return windows;
        }
    }

    private static Used window(Stage stage, SlowDisk disk, ThrottleAgent agent) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long controller = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(CONTROLLER))
                .mapToLong(Thread::getId)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no thread " + CONTROLLER));
        long begun = System.nanoTime();
        long workedBefore = threads.getThreadCpuTime(controller);
        long busyBefore = disk.busyMillis();
        TimeUnit.NANOSECONDS.sleep(stage.window().toNanos());
        double elapsed = System.nanoTime() - begun;
        double percent = (threads.getThreadCpuTime(controller) - workedBefore) / elapsed * 100;
        double busy = (disk.busyMillis() - busyBefore) * 1e6 / elapsed;
        long resting = agent.state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .mapToLong(pace -> pace.waiting())
                .sum();
        stage.say("controller %6.2f %% of a core  disk busy %4.2f  threads at rest %d", percent, busy, resting);
        return new Used(percent, busy, agent.guard().figures().errors());
    }
}

package io.hdfsthrottle.bench.scenario;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.TransferCrowd;
import io.hdfsthrottle.bench.report.Bar;
import io.hdfsthrottle.bench.report.Charts;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.report.Statistics;
import io.hdfsthrottle.bench.report.Window;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.knowm.xchart.internal.chartpart.Chart;

/**
 * Scenario that measures the cost of the agent's controller on a node: 100 tenants with 10 threads each on one busy
 * disk, the agent as in a DataNode, the threads real. Processor time of the controller's thread, as the kernel counts
 * it.
 */
public final class ControllerCost implements Scenario {

    private static final String CONTROLLER = "hdfs-throttle-controller";
    private static final Duration SETTLING = Duration.ofSeconds(15);

    private static final double MOST_PERCENT = 2;
    private static final double LEAST_BUSY = 0.9;

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
    private record Window(double percent, double diskBusy, long errors) {}

    @Override
    public String name() {
        return "controller";
    }

    @Override
    public String shows() {
        return "the controller's share of one core with 100 tenants and 1,000 threads on a busy disk";
    }

    @Override
    public Set<Choice> choices() {
        return EnumSet.of(Choice.RATE, Choice.READAHEAD);
    }

    @Override
    public Outcome play(Stage stage) throws Exception {
        SlowDisk disk = stage.slowDisk(DiskKind.STEADY);
        Path file = TransferCrowd.written(disk);
        PageCache.dropAll();
        Map<String, Object> figures = new LinkedHashMap<>();
        List<Bar> bars = new ArrayList<>();
        Map<String, Double> worst = new LinkedHashMap<>();
        for (Case each : Case.values()) {
            List<Window> windows = measured(stage, disk, file, each);
            List<Double> percents = windows.stream().map(Window::percent).toList();
            List<Double> busy = windows.stream().map(Window::diskBusy).toList();
            figures.put(
                    each.name(),
                    Map.of(
                            "percentOfACore", Statistics.smallIsGood(percents),
                            "diskBusy", Statistics.largeIsGood(busy)));
            worst.put(each.name(), Statistics.largest(percents));
            bars.add(Bar.atMost(each + ": percent of a core", Statistics.largest(percents), MOST_PERCENT));
            bars.add(Bar.atLeast(each + ": the run is valid, disk busy", Statistics.smallest(busy), LEAST_BUSY));
            double errors = windows.stream().mapToLong(Window::errors).sum();
            bars.add(Bar.atMost(each + ": errors of the agent", errors, 0));
        }
        return new Outcome(figures, bars, List.of(chart(worst)));
    }

    private static List<Window> measured(Stage stage, SlowDisk disk, Path file, Case each) throws Exception {
        GrantFile grant = new GrantFile(stage.folder().resolve(each.name() + ".grant"));
        grant.write(TransferCrowd.grant());
        // An interrupt also ends the crowd, which has the disk's file open a thousand times.
        try (RunResources resources = stage.resources().own(new RunResources())) {
            ThrottleAgent agent = resources.own(
                    new ThrottleAgent("bench", AgentSettings.parse(Map.of()), Ticker.system(), Parker.system()));
            agent.start(Optional.empty(), grant);
            TransferCrowd crowd =
                    resources.own(TransferCrowd.started(agent, Volume.of("DS-1", disk.mount()), file, each.readers));
            TimeUnit.NANOSECONDS.sleep(SETTLING.toNanos());
            List<Window> windows = new ArrayList<>();
            for (int repeat = 0; repeat < stage.repeats(); repeat++) {
                windows.add(window(stage, disk, agent));
            }
            crowd.check();
            return windows;
        }
    }

    private static Window window(Stage stage, SlowDisk disk, ThrottleAgent agent)
            throws IOException, InterruptedException {
        long controller = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(CONTROLLER))
                .mapToLong(Thread::getId)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no thread " + CONTROLLER));
        long begun = System.nanoTime();
        long workedBefore = ManagementFactory.getThreadMXBean().getThreadCpuTime(controller);
        long busyBefore = disk.busyMillis();
        TimeUnit.NANOSECONDS.sleep(stage.window().toNanos());
        double elapsed = System.nanoTime() - begun;
        double percent =
                (ManagementFactory.getThreadMXBean().getThreadCpuTime(controller) - workedBefore) / elapsed * 100;
        double busy = (disk.busyMillis() - busyBefore) * 1e6 / elapsed;
        long resting = agent.state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .mapToLong(pace -> pace.waiting())
                .sum();
        stage.say("controller %6.2f %% of a core  disk busy %4.2f  threads at rest %d", percent, busy, resting);
        return new Window(percent, busy, agent.guard().figures().errors());
    }

    private static Chart<?, ?> chart(Map<String, Double> worst) {
        return Charts.bars(
                "The controller with 100 tenants and 1,000 threads (worst of the repeats)",
                "percent of one core",
                List.copyOf(worst.keySet()),
                Map.of("controller", List.copyOf(worst.values())));
    }
}

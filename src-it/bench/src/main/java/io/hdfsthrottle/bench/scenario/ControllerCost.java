package io.hdfsthrottle.bench.scenario;

import static io.hdfsthrottle.bench.report.Statistics.each;
import static io.hdfsthrottle.bench.report.Statistics.numbered;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.bench.disk.DiskKind;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.RunResources;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.bench.load.Worker;
import io.hdfsthrottle.bench.report.Outcome;
import io.hdfsthrottle.bench.scenario.Scenario.Choice;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.testkit.process.SystemCommands;
import io.hdfsthrottle.unit.Parker;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/** The cost of the controller on a node: 100 tenants with 10 threads each on a busy disk, as in a DataNode. */
public final class ControllerCost {

    private static final int TENANTS = 100;
    private static final int THREADS_OF_EACH = 10;
    private static final int PACKET = 64 << 10;
    private static final int SMALL_PACKET = 4 << 10;
    private static final int PACKETS_OF_EACH = 16;
    private static final long CLIENT_TAKES_MILLIS = 100;
    private static final String ADDRESS = "10.0.0.";

    public static final Scenario SCENARIO = Scenario.named(
            "controller",
            "the controller's share of one core with 100 tenants and 1,000 threads on a busy disk",
            ControllerCost::play,
            Choice.RATE,
            Choice.READAHEAD);

    private ControllerCost() {}

    private record Used(double percentOfACore, double diskBusy, long errors, long threadsAtRest) {}

    private static Outcome play(Stage stage) throws Exception {
        SlowDisk disk = stage.slowDisk(DiskKind.STEADY);
        Path file = disk.mount().resolve("file");
        int mebibytes = (TENANTS * THREADS_OF_EACH * PACKETS_OF_EACH * PACKET) >> 20;
        SystemCommands.output("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes, "status=none");
        disk.flush();
        PageCache.dropAll();
        Outcome outcome = new Outcome();
        for (String each : List.of("ALL_READ_THE_DISK", "MOST_WAIT_FOR_THEIR_CLIENTS")) {
            List<Used> windows = measured(stage, disk, file, each, each.startsWith("ALL") ? TENANTS : TENANTS / 10);
            outcome.atMost(each + ": percent of a core", each(windows, Used::percentOfACore), 2)
                    .atLeast(each + ": the run is valid, disk busy", each(windows, Used::diskBusy), 0.9)
                    .atMost(each + ": errors of the agent", each(windows, Used::errors), 0);
        }
        return outcome;
    }

    private static List<Used> measured(Stage stage, SlowDisk disk, Path file, String name, int readers)
            throws Exception {
        GrantFile granted = new GrantFile(stage.folder().resolve(name + ".grant"));
        granted.write(grant());
        // An interrupt also ends the crowd, which has the disk's file open a thousand times.
        try (RunResources resources = stage.resources().own(new RunResources())) {
            ThrottleAgent agent = resources.own(
                    new ThrottleAgent("bench", AgentSettings.parse(Map.of()), Ticker.system(), Parker.system()));
            agent.start(Optional.empty(), granted);
            Volume volume = Volume.of("DS-1", disk.mount());
            List<Worker> crowd = numbered(
                    TENANTS * THREADS_OF_EACH,
                    i -> Worker.start("transfer-" + i, running -> transfer(running, agent, volume, file, i, readers)));
            resources.own(() -> {
                crowd.forEach(Worker::end);
                crowd.forEach(Worker::close);
            });
            TimeUnit.SECONDS.sleep(15);
            List<Used> windows = Runs.of(stage, name, () -> window(stage, disk, agent));
            crowd.forEach(Worker::check);
            return windows;
        }
    }

    /** The tenants' terms, and rules that recognise them by their addresses. */
    private static Grant grant() {
        List<Tenant> all = numbered(TENANTS, i -> Tenant.named("t" + i));
        List<Terms> terms = numbered(TENANTS, i -> Terms.ofWeight(all.get(i), 1 + i % 8));
        TenantRules rules = TenantRules.of(
                numbered(TENANTS, i -> TenantRule.of("r" + i, null, null, ADDRESS + i + "/32", null, all.get(i))));
        return Grant.of("default", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, rules, List.of());
    }

    /** What a transfer thread of a DataNode does, without HDFS around it. */
    private static void transfer(
            BooleanSupplier running, ThrottleAgent agent, Volume volume, Path file, int number, int readers)
            throws IOException, InterruptedException {
        Account account =
                agent.client("client", ADDRESS + number / THREADS_OF_EACH).account(volume);
        boolean reads = number / THREADS_OF_EACH < readers;
        Stream stream = reads ? account.longRead(agent.open(volume, file, Long.MAX_VALUE)) : account.shortRead();
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            if (reads) {
                read(running, stream, in, file, number, PACKETS_OF_EACH * TENANTS / readers);
            } else {
                TimeUnit.MILLISECONDS.sleep(number % CLIENT_TAKES_MILLIS);
                while (running.getAsBoolean()) {
                    stream.before(0, SMALL_PACKET);
                    stream.moved(SMALL_PACKET);
                    TimeUnit.MILLISECONDS.sleep(CLIENT_TAKES_MILLIS);
                }
            }
        } finally {
            stream.leave();
        }
    }

    /** Reads its part again and again, and drops it: if all found it in memory, nobody would get a processor. */
    private static void read(BooleanSupplier running, Stream stream, FileChannel in, Path file, int number, int packets)
            throws IOException {
        ByteBuffer packet = ByteBuffer.allocateDirect(PACKET);
        long dropped = (long) PACKETS_OF_EACH * PACKET;
        for (long sent = 0; running.getAsBoolean(); sent++) {
            long at = ((long) number * packets + sent % packets) * PACKET;
            stream.before(at, PACKET);
            stream.moved(in.read(packet.clear(), at));
            if ((sent + 1) % PACKETS_OF_EACH == 0) {
                PageCache.drop(file, at + PACKET - dropped, dropped);
            }
        }
    }

    private static Used window(Stage stage, SlowDisk disk, ThrottleAgent agent) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long controller = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("hdfs-throttle-controller"))
                .mapToLong(Thread::getId)
                .findFirst()
                .orElseThrow();
        List<DoubleSupplier> counters = List.of(() -> threads.getThreadCpuTime(controller), disk::busyMillis);
        List<Double> grown = Stage.growth(stage.window(), counters);
        long waiting = agent.state().volumes().stream()
                .flatMap(volume -> volume.tenants().stream())
                .mapToLong(pace -> pace.waiting())
                .sum();
        long errors = agent.guard().figures().errors();
        return new Used(grown.get(0) / 1e7, grown.get(1) / 1e3, errors, waiting);
    }
}

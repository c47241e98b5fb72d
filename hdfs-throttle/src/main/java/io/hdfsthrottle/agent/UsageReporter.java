package io.hdfsthrottle.agent;

import io.hdfsthrottle.coverage.IoPath;
import io.hdfsthrottle.coverage.VolumeCoverage;
import io.hdfsthrottle.device.VolumeDisks;
import io.hdfsthrottle.executor.LocalIoState;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.Faults;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports usage to the coordinator about once a second, and at once when a tenant starts to use a disk: its weight must
 * follow it there. Reports on one thread; {@link #reportSoonIfChanged} is called by another.
 */
final class UsageReporter {

    private static final Logger LOG = LoggerFactory.getLogger(UsageReporter.class);
    private static final long PERIOD_MILLIS = 1_000;
    private static final int CONFLICT = 409;

    /** So that a thousand nodes that started together do not report together. */
    private static final long JITTER_MILLIS = 100;

    /** Minimum time between a report and one caused by a new tenant. */
    private static final Duration SOONEST = Duration.ofMillis(100);

    /** Minimum time before a report of a tenant that left: frequent changes are not worth more messages. */
    private static final Duration SOONEST_OF_LEAVING = Duration.ofMillis(400);

    private final Supplier<AgentState> state;
    private final Applications applications;
    private final VolumeDisks disks;
    private final Supplier<Map<String, DrainFacts>> drains;
    private final NodeKeys keys;
    private final CoordinatorLink link;
    private final Consumer<List<LocalExecutor>> executors;
    private final Ticker ticker;
    private final String instance = ProcessHandle.current().pid() + "-"
            + Long.toHexString(ThreadLocalRandom.current().nextLong());
    private final Map<String, Set<Tenant>> reported = new ConcurrentHashMap<>();
    private volatile long reportedNanos;
    private volatile Runnable wake = () -> {};
    private boolean isRefused;

    /** The applications on a volume. */
    @FunctionalInterface
    interface Applications {
        /** Those that waited longest there, at most that many. */
        List<ApplicationActivity> of(String volume, int most);
    }

    /**
     * Reports nothing yet.
     *
     * @param drains by storage id, what is left on volumes that are to be drained
     * @param executors receives the executors that may be on this machine
     */
    UsageReporter(
            Supplier<AgentState> state,
            Applications applications,
            VolumeDisks disks,
            Supplier<Map<String, DrainFacts>> drains,
            NodeKeys keys,
            CoordinatorLink link,
            Consumer<List<LocalExecutor>> executors,
            Ticker ticker) {
        this.state = state;
        this.applications = applications;
        this.disks = disks;
        this.drains = drains;
        this.keys = keys;
        this.link = link;
        this.executors = executors;
        this.ticker = ticker;
        this.reportedNanos = ticker.nanos();
    }

    Heartbeat start(HostGuard guard) {
        Heartbeat heartbeat = Heartbeat.start("hdfs-throttle-reports", this::report, guard);
        wake = heartbeat::beatNow;
        return heartbeat;
    }

    private Duration report() throws InterruptedException {
        AgentState now = state.get();
        reportedNanos = ticker.nanos();
        now.volumes().forEach(volume -> reported.put(volume.volume(), present(volume)));
        try {
            executors.accept(link.report(of(now).withKeys(keys.toString()).by(instance)));
            isRefused = false;
        } catch (LinkException refused) {
            // The grant keeper asks the same coordinators and logs once that none is reached; another report follows.
            logConflict(refused);
        }
        return pause();
    }

    /** Only the coordinator sees that another node has this one's name; logged once. */
    private void logConflict(LinkException refused) {
        if (refused.status().orElse(0) == CONFLICT && !isRefused) {
            isRefused = true;
            LOG.error(
                    "Usage is not reported, and shares do not follow it across the cluster, while another DataNode has"
                            + " the same name: {}",
                    refused.getMessage());
        }
    }

    private static Duration pause() {
        return Duration.ofMillis(
                PERIOD_MILLIS + ThreadLocalRandom.current().nextLong(-JITTER_MILLIS, JITTER_MILLIS + 1));
    }

    private static Set<Tenant> present(VolumeActivity volume) {
        return volume.tenants().stream()
                .filter(UsageReporter::isPresent)
                .map(tenant -> tenant.terms().tenant())
                .collect(Collectors.toSet());
    }

    private static boolean isPresent(TenantActivity tenant) {
        return tenant.backlogged() || tenant.rate().bytesPerSecond() > 0;
    }

    /**
     * Reports soon if a tenant has started or stopped using a disk since the last report; called by the controller each
     * tick.
     */
    void reportSoonIfChanged(List<VolumeActivity> volumes) {
        long age = ticker.nanos() - reportedNanos;
        if (age < SOONEST.toNanos()) {
            return;
        }
        for (VolumeActivity volume : volumes) {
            Set<Tenant> known = reported.getOrDefault(volume.volume(), Set.of());
            int still = 0;
            boolean came = false;
            for (TenantActivity tenant : volume.tenants()) {
                boolean isKnown = known.contains(tenant.terms().tenant());
                came |= isPresent(tenant) && !isKnown;
                still += isPresent(tenant) && isKnown ? 1 : 0;
            }
            if (came || (still < known.size() && age >= SOONEST_OF_LEAVING.toNanos())) {
                reportedNanos = ticker.nanos();
                wake.run();
                return;
            }
        }
    }

    private UsageReport of(AgentState state) {
        List<VolumeUsage> volumes = new ArrayList<>();
        Map<String, DrainFacts> draining = drains.get();
        int left = UsageReport.MOST_APPLICATIONS;
        for (int i = 0; i < state.volumes().size(); i++) {
            VolumeActivity volume = state.volumes().get(i);
            List<TenantUsage> tenants = new ArrayList<>();
            for (TenantActivity tenant : volume.tenants()) {
                tenants.add(TenantUsage.of(
                                tenant.terms().tenant(),
                                tenant.terms().weight(),
                                tenant.bytes(),
                                tenant.rate(),
                                tenant.entitlement().due(),
                                tenant.heldBack(),
                                tenant.waited())
                        .limitedTo(tenant.terms().limit())
                        .with(tenant.threads())
                        .reserving(tenant.terms().reservation())
                        .counting(tenant.waits()));
            }
            List<ApplicationActivity> here =
                    applications.of(volume.volume(), Math.min(left, UsageReport.MOST_APPLICATIONS_OF_VOLUME));
            left -= here.size();
            volumes.add(VolumeUsage.of(volume.volume(), volume.capacity().orElse(null), tenants)
                    .coveredBy(covers(state.coverage().get(i), state.localIo()))
                    .usedBy(here)
                    .sharedBy(state.localIo().use(volume.volume()).orElse(null))
                    .on(disks.of(volume.volume()).orElse(null))
                    .drained(draining.get(volume.volume())));
        }
        UsageReport report = UsageReport.of(state.node(), state.grant(), !state.passing(), volumes)
                .withTerms(state.terms())
                .withRules(state.rules())
                .withFaults(faults(state))
                .withReads(state.reads())
                .inMode(state.mode());
        LocalIoState localIo = state.localIo();
        return localIo.machine()
                .map(machine -> report.onMachine(machine, localIo.executors()))
                .orElse(report);
    }

    private static Faults faults(AgentState state) {
        long fallenBack =
                state.coverage().stream().mapToLong(VolumeCoverage::fallenBack).sum();
        return Faults.of(state.errors(), state.refusedTags().total(), fallenBack)
                .stalled(state.stalled().toMillis());
    }

    private static List<PathCoverage> covers(VolumeCoverage coverage, LocalIoState localIo) {
        List<PathCoverage> covers = new ArrayList<>();
        for (IoPath path : IoPath.values()) {
            covers.add(new PathCoverage(path.label(), coverage.coveredBy(path), coverage.reason(path)));
        }
        covers.add(new PathCoverage(LocalIoState.PATH, localIo.coveredBy(), localIo.reason()));
        return covers;
    }
}

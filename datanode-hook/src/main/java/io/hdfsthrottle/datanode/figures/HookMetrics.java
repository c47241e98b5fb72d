package io.hdfsthrottle.datanode.figures;

import io.hdfsthrottle.mode.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * The hook's figures in Hadoop's own metrics, so that {@code /prom} and every sink have them: one record for the node,
 * and one for each tenant on each volume, each volume, and each I/O path on it. They are named like the attributes of
 * {@link ThrottleMXBean}. Thread-safe.
 */
public final class HookMetrics implements MetricsSource, AutoCloseable {

    /** The most records of tenants; beyond, those of tenants that move least are left out. */
    static final int MOST_TENANTS = 1_000;

    private static final String RECORD = "HdfsThrottleDatanode";
    private static final Pattern UNNAMEABLE = Pattern.compile("[^A-Za-z0-9._-]");
    private static final Pattern UNQUOTABLE = Pattern.compile("[\"\\\\\\p{Cntrl}]");
    private static final Set<String> BY_MODE = Set.of(Mode.OFF.label(), Mode.SHADOW.label());

    private static final Comparator<TenantFigures> LEAST_LAST = Comparator.comparing(TenantFigures::isBacklogged)
            .thenComparing(TenantFigures::getBytesPerSecond)
            .thenComparing(TenantFigures::getBytes)
            .reversed();

    private final String name;
    private final Supplier<ThrottleMXBean> figures;
    private final Consumer<Throwable> failed;

    /**
     * @param node its name; empty where it is not known
     * @param figures asked once for all records
     * @param failed told of errors, which Hadoop does not see; must not throw
     */
    public HookMetrics(String node, Supplier<ThrottleMXBean> figures, Consumer<Throwable> failed) {
        this.name = "HdfsThrottleMetrics"
                + (node.isEmpty() ? "" : "-" + UNNAMEABLE.matcher(node).replaceAll("-"));
        this.figures = figures;
        this.failed = failed;
    }

    /** Adds them to the metrics of this process, in place of those that an earlier start of the node may have left. */
    public void begin() {
        MetricsSystem system = DefaultMetricsSystem.instance();
        system.unregisterSource(name);
        system.register(name, "hdfs-throttle in this DataNode", this);
    }

    /** Takes them out again. */
    @Override
    public void close() {
        MetricsSystem system = DefaultMetricsSystem.instance();
        if (system.getSource(name) == this) {
            system.unregisterSource(name);
        }
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
        try {
            ThrottleMXBean now = figures.get();
            List<TenantFigures> tenants = new ArrayList<>(now.getTenants());
            int dropped = Math.max(0, tenants.size() - MOST_TENANTS);
            if (dropped > 0) {
                tenants.sort(LEAST_LAST);
            }
            new Lines(record(collector, "", now), "").node(now, dropped);
            Set<String> measured = new HashSet<>();
            for (DiskFigures disk : now.getDisks()) {
                new Lines(record(collector, "Volume", now), disk.getVolume()).disk(disk);
                if (disk.knowsCapacity()) {
                    measured.add(disk.getVolume());
                }
            }
            for (TenantFigures tenant : tenants.subList(0, tenants.size() - dropped)) {
                Lines lines = new Lines(record(collector, "Tenant", now), tenant.getVolume());
                lines.tenant(tenant);
                if (measured.contains(tenant.getVolume())) {
                    lines.gauge("Entitlement", "What the tenant is due, bytes per second", tenant.getEntitlement());
                }
            }
            for (CoverageFigures cover : now.getCoverage()) {
                new Lines(record(collector, "Path", now), cover.getVolume()).path(cover);
            }
        } catch (Throwable error) {
            failed.accept(error);
        }
    }

    private static MetricsRecordBuilder record(MetricsCollector collector, String of, ThrottleMXBean now) {
        return collector
                .addRecord(RECORD + of)
                .setContext("dfs")
                .tag(Interns.info("Node", "The node's name towards the coordinator"), quotable(now.getNode()));
    }

    /** Hadoop's page for Prometheus writes values of tags as they are. */
    private static String quotable(String value) {
        return UNQUOTABLE.matcher(value).replaceAll("_");
    }

    /** One record. */
    private static final class Lines {

        private final MetricsRecordBuilder record;

        Lines(MetricsRecordBuilder record, String volume) {
            this.record = record;
            if (!volume.isEmpty()) {
                tag("Volume", "The volume's storage id", volume);
            }
        }

        private void tag(String tag, String what, String value) {
            record.tag(Interns.info(tag, what), quotable(value));
        }

        private Lines gauge(String metric, String what, double value) {
            record.addGauge(Interns.info(metric, what), value);
            return this;
        }

        private Lines gauge(String metric, String what, boolean value) {
            record.addGauge(Interns.info(metric, what), value ? 1 : 0);
            return this;
        }

        private Lines gauge(String metric, String what, long value) {
            record.addGauge(Interns.info(metric, what), value);
            return this;
        }

        private void known(String metric, String what, long value) {
            if (value >= 0) {
                gauge(metric, what, value);
            }
        }

        private Lines counter(String metric, String what, long value) {
            record.addCounter(Interns.info(metric, what), value);
            return this;
        }

        void node(ThrottleMXBean now, int dropped) {
            boolean isPacing = "PACING".equals(now.getState());
            gauge("Pacing", "1 while the hook paces", isPacing)
                    .gauge(
                            "PassingByMode",
                            "1 while everything passes because the mode is off or shadow",
                            !isPacing && BY_MODE.contains(now.getMode()))
                    .gauge("GrantFresh", "1 while a coordinator answers", "FRESH".equals(now.getGrantFreshness()))
                    .gauge(
                            "GrantAgeMillis",
                            "Milliseconds since a coordinator confirmed the grant",
                            now.getGrantAgeMillis())
                    .gauge(
                            "LongestSleepMillis",
                            "The longest delay of one call, milliseconds",
                            now.getLongestSleepMillis())
                    .gauge(
                            "SlotOccupancy",
                            "The used part of the transfer threads, above 1 while more are lent",
                            now.getSlotOccupancy())
                    .gauge("LentSlots", "Transfer threads beyond HDFS's setting", now.getLentSlots())
                    .gauge(
                            "SleepLimitMillis",
                            "The longest that a call of the greatest holder of threads may be delayed, ms",
                            now.getSleepLimitMillis())
                    .gauge(
                            "TenantsDropped",
                            "Tenants on volumes that are left out: those beyond the 1,000 that move most",
                            dropped)
                    .counter("Errors", "Errors of the hook", now.getErrors())
                    .counter("PassingPeriods", "Times that errors turned pacing off", now.getPassingPeriods())
                    .counter("RefusedTags", "Clients whose tag was refused for any reason", now.getRefusedTags())
                    .counter("ForgedTags", "Tags refused for a wrong signature", now.getForgedTags())
                    .counter("DeadTags", "Tags refused as of no live application", now.getDeadTags())
                    .counter("CrossUserTags", "Tags refused with another user's block token", now.getCrossUserTags())
                    .counter("MalformedTags", "Tags refused for a syntax error", now.getMalformedTags())
                    .counter("OversizeTags", "Tags refused in client names that are too long", now.getOversizeTags())
                    .counter(
                            "Reinstalled", "Times that the throttler was taken over and put back", now.getReinstalled())
                    .counter(
                            "BlocksOnOwnLeases",
                            "New blocks on leased disks, of the holder",
                            now.getBlocksOnOwnLeases())
                    .counter(
                            "BlocksOnOthersLeases",
                            "New blocks on leased disks, of others",
                            now.getBlocksOnOthersLeases())
                    .known(
                            "ShortCircuitReplicas",
                            "Replicas that clients hold open and read past the DataNode",
                            now.getShortCircuitReplicas());
        }

        void tenant(TenantFigures tenant) {
            tag("Tenant", "The tenant", tenant.getTenant());
            gauge("Weight", "The weight that the tenant has now", tenant.getWeight())
                    .gauge(
                            "BytesPerSecond",
                            "What the tenant was charged lately, bytes per second",
                            tenant.getBytesPerSecond())
                    .gauge(
                            "Backlogged",
                            "1 if pacing delayed the tenant lately: it would use more",
                            tenant.isBacklogged())
                    .gauge("Slots", "Transfer threads that the tenant holds", tenant.getSlots())
                    .gauge("Sleeping", "Threads of the tenant that are delayed now", tenant.getSleeping())
                    .gauge(
                            "SleepLimitMillis",
                            "The longest that the tenant's calls may be delayed, ms",
                            tenant.getSleepLimitMillis())
                    .counter("Bytes", "Bytes that the tenant moved", tenant.getBytes())
                    .counter("ChargedBytes", "Bytes that the tenant was charged", tenant.getChargedBytes())
                    .counter(
                            "SleptMillis",
                            "The tenant's delays, summed over threads, milliseconds",
                            tenant.getSleptMillis())
                    .counter("Waits", "Delays of the tenant", tenant.getWaits())
                    .counter(
                            "WaitsUpTo10Millis", "Delays of the tenant of at most 10 ms", tenant.getWaitsUpTo10Millis())
                    .counter(
                            "WaitsUpTo100Millis",
                            "Delays of the tenant of at most 100 ms",
                            tenant.getWaitsUpTo100Millis())
                    .counter(
                            "WaitsUpTo1000Millis",
                            "Delays of the tenant of at most 1 s",
                            tenant.getWaitsUpTo1000Millis())
                    .counter("OutOfTurn", "Calls of the tenant that went on out of turn", tenant.getOutOfTurn());
        }

        void disk(DiskFigures disk) {
            gauge("PieceBytes", "The size of a request to the disk, bytes", disk.getPieceBytes())
                    .gauge("WindowBytes", "The most outstanding at the disk, bytes", disk.getWindowBytes())
                    .gauge(
                            "Trouble",
                            "1 while tenants are isolated less on the disk",
                            !disk.getTrouble().isEmpty())
                    .gauge("FallenBack", "Enabled layers that do less than they are meant to", disk.getFallenBack());
            if (disk.knowsCapacity()) {
                gauge("Capacity", "What the disk can move, bytes per second", disk.getCapacity());
            }
            known("Total", "What the whole machine moves on the disk, bytes per second", disk.getTotal());
            known("Hdfs", "What HDFS is charged on the disk, bytes per second", disk.getHdfs());
            known("Executors", "What verified executors move on the disk, bytes per second", disk.getExecutors());
            known("Unclaimed", "What others move on the disk, bytes per second", disk.getUnclaimed());
        }

        void path(CoverageFigures cover) {
            tag("Path", "The I/O path", cover.getPath());
            gauge("Layers", "How many layers hold back the I/O path", cover.layers());
        }
    }
}

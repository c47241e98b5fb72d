package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The last usage report of every node, bounded: a silent node is removed after a while, and an attacker cannot exhaust
 * the memory. Guarded by its own lock, which is held only briefly.
 */
public final class NodeBook {
    /** Maximum number of lines in a report: one for each volume, and one for each tenant and path on it. */
    public static final int MOST_LINES = 4_096;

    /** Upper bounds of the memory of a line without its texts, and of a node. */
    private static final int LINE_BYTES = 320;

    private static final int NODE_BYTES = 1_600;
    private static final int LONGEST_VOLUME = 255;

    /** A host has one DataNode, or a few for tests: a node's key is for all of its host, and takes no more room. */
    private static final int MOST_OF_HOST = 64;

    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,254}");
    private static final int REMEMBERED_EXPIRIES = 60;

    /** A node reports about once a second: one that is silent for so long has ended, and another start may follow. */
    static final Duration SUCCESSION = Duration.ofSeconds(3);

    /** Of so many instances with one name, each is told. */
    private static final int MOST_TOLD = 20;

    private final Ticker ticker;
    private final Duration expiry;
    private final int mostNodes;
    private final long mostBytes;
    private final ActivityBook activities;
    private final ExecutorBook executors;
    private final Map<String, Arrival> nodes = new TreeMap<>();
    private long bytesInAll;

    /**
     * A node's last report.
     *
     * @param address where it came from
     * @param rival what other instances reported under the same name meanwhile; null for nothing
     */
    private record Arrival(UsageReport usage, long nanos, long bytes, String address, Rival rival) {
        Arrival beside(Rival another) {
            return new Arrival(usage, nanos, bytes, address, another);
        }
    }

    /**
     * Other instances of a node's name.
     *
     * @param firstNanos when one reported first
     * @param lastNanos when one reported last
     * @param refused those that were refused, of many some
     */
    private record Rival(long firstNanos, long lastNanos, Set<String> refused) {}

    /**
     * An empty book.
     *
     * @param expiry how long a report is valid
     * @param mostNodes the maximum number of nodes
     * @param mostBytes the maximum memory of all their reports
     */
    public NodeBook(Ticker ticker, Duration expiry, int mostNodes, long mostBytes) {
        this.mostBytes = mostBytes;
        this.ticker = ticker;
        this.expiry = expiry;
        this.mostNodes = mostNodes;
        this.activities = new ActivityBook(ticker);
        this.executors = new ExecutorBook(ticker);
    }

    /** Validates a node's name from an untrusted source. */
    public static String checkNode(String node) {
        if (!NODE.matcher(node).matches()) {
            throw new InvalidInput("node", node, "host:port, 1 to 255 of A-Z a-z 0-9 . _ : -");
        }
        return node;
    }

    /**
     * Records a node's report. One of another instance of the same name is left out until the first one is silent for
     * {@link #SUCCESSION}, as after a restart, and refused once both are known to be alive.
     *
     * @param address where it came from
     * @return whether a tenant uses a disk of the node that it did not use in the node's previous report
     * @throws InvalidInput if the report names another node or is too large
     * @throws NameTaken if another node of that name is alive
     * @throws TooManyNodes if too many nodes are known already
     */
    public boolean report(String node, UsageReport usage, String address) {
        checkNode(node);
        if (!usage.node().equals(node)) {
            throw new InvalidInput("node", usage.node(), "the node of the path, " + node);
        }
        int lines = usage.volumes().stream()
                .mapToInt(volume ->
                        1 + volume.tenants().size() + volume.coverage().size())
                .sum();
        lines += usage.rules().size() + usage.executors().size();
        if (lines > MOST_LINES) {
            throw new InvalidInput("volumes", lines + " lines", "at most " + MOST_LINES + " lines in all volumes");
        }
        usage.volumes().stream()
                .map(VolumeUsage::volume)
                .filter(volume -> volume.length() > LONGEST_VOLUME)
                .findFirst()
                .ifPresent(volume -> {
                    throw new InvalidInput("volume", volume, "at most " + LONGEST_VOLUME + " characters");
                });
        int applications = usage.volumes().stream()
                .mapToInt(volume -> volume.applications().size())
                .sum();
        if (applications > UsageReport.MOST_APPLICATIONS) {
            throw new InvalidInput(
                    "applications", applications + " lines", "at most " + UsageReport.MOST_APPLICATIONS + " lines");
        }
        long bytes = bytes(usage);
        synchronized (nodes) {
            Arrival before = nodes.get(node);
            long now = ticker.nanos();
            if (before != null && isOther(before, usage) && now - before.nanos() < SUCCESSION.toNanos()) {
                leaveOut(node, before, usage, address, now);
                return false;
            }
            if (before == null && nodes.size() >= mostNodes) {
                throw new TooManyNodes(mostNodes, "nodes");
            }
            if (before == null && ofHost(node) >= MOST_OF_HOST) {
                throw new TooManyNodes(MOST_OF_HOST, "nodes of host " + NodeKey.hostOf(node));
            }
            long after = bytesInAll + bytes - (before == null ? 0 : before.bytes());
            if (after > mostBytes) {
                throw new TooManyNodes(mostBytes, "bytes of all nodes' reports");
            }
            bytesInAll = after;
            Rival rival = before == null || isOther(before, usage) ? null : before.rival();
            nodes.put(node, new Arrival(usage, now, bytes, address, rival));
            activities.record(usage);
            return before == null || !present(before.usage()).containsAll(present(usage));
        }
    }

    private long ofHost(String node) {
        String host = NodeKey.hostOf(node);
        return nodes.keySet().stream()
                .filter(each -> each.startsWith(host) && NodeKey.hostOf(each).equals(host))
                .count();
    }

    private static boolean isOther(Arrival before, UsageReport usage) {
        return before.usage().instance().isPresent()
                && usage.instance().isPresent()
                && !before.usage().instance().equals(usage.instance());
    }

    private void leaveOut(String node, Arrival holder, UsageReport usage, String address, long now) {
        String instance = usage.instance().orElseThrow();
        Rival known = holder.rival();
        if (known == null || now - known.lastNanos() >= SUCCESSION.toNanos()) {
            nodes.put(node, holder.beside(new Rival(now, now, known == null ? Set.of() : known.refused())));
            return;
        }
        boolean bothAlive = holder.nanos() - known.firstNanos() > 0; // they have reported since a second one came
        boolean isFirst = !known.refused().contains(instance) && known.refused().size() < MOST_TOLD;
        Set<String> refused = new HashSet<>(known.refused());
        if (bothAlive && isFirst) {
            refused.add(instance);
        }
        nodes.put(node, holder.beside(new Rival(known.firstNanos(), now, refused)));
        if (bothAlive) {
            throw new NameTaken(
                    node,
                    named(holder.address(), holder.usage().instance().orElseThrow()),
                    named(address, instance),
                    isFirst);
        }
    }

    private static String named(String address, String instance) {
        return address + " (process " + instance + ")";
    }

    public ActivityBook activities() {
        return activities;
    }

    public ExecutorBook executors() {
        return executors;
    }

    private static Set<List<String>> present(UsageReport usage) {
        return usage.volumes().stream()
                .flatMap(volume -> volume.tenants().stream()
                        .filter(TenantUsage::isActive)
                        .map(tenant -> List.of(volume.volume(), tenant.tenant().name())))
                .collect(Collectors.toSet());
    }

    /** Upper bound of a report's memory: its objects, and two bytes for each character. */
    private static long bytes(UsageReport usage) {
        long bytes = NODE_BYTES;
        bytes += usage.rules().stream()
                .mapToLong(rule -> line(rule.rule().length()))
                .sum();
        bytes += usage.executors().stream()
                .mapToLong(each -> line(each.application().length()
                        + each.executor().length()
                        + each.tenant().name().length()
                        + each.reason().length()))
                .sum();
        for (VolumeUsage volume : usage.volumes()) {
            bytes += line(volume.volume().length());
            bytes += volume.disk().isPresent() ? LINE_BYTES : 0;
            bytes += volume.device().isPresent() ? LINE_BYTES : 0;
            bytes += volume.drain().map(drain -> line(drain.trouble().length())).orElse(0L);
            bytes += volume.tenants().stream()
                    .mapToLong(each -> line(each.tenant().name().length()))
                    .sum();
            bytes += volume.applications().stream()
                    .mapToLong(each -> line(
                            each.application().length() + each.tenant().name().length()))
                    .sum();
            bytes += volume.coverage().stream()
                    .mapToLong(
                            cover -> line(cover.path().length() + cover.reason().length())
                                    + cover.coveredBy().stream()
                                            .mapToLong(layer -> line(layer.length()))
                                            .sum())
                    .sum();
        }
        return bytes;
    }

    private static long line(int characters) {
        return LINE_BYTES + 2L * characters;
    }

    /** All known nodes, by name. */
    public List<NodeReport> nodes() {
        long now = ticker.nanos();
        synchronized (nodes) {
            return nodes.values().stream().map(each -> aged(each, now)).toList();
        }
    }

    public Set<String> names() {
        synchronized (nodes) {
            return Set.copyOf(nodes.keySet());
        }
    }

    /** The last report of that node, if it is known. */
    public Optional<NodeReport> node(String node) {
        synchronized (nodes) {
            return Optional.ofNullable(nodes.get(node)).map(arrival -> aged(arrival, ticker.nanos()));
        }
    }

    /** How often each rule matched on the known nodes, and when last; rules that never matched are omitted. */
    public Map<String, RuleHits> ruleHits() {
        long now = ticker.nanos();
        Map<String, RuleHits> hits = new HashMap<>();
        synchronized (nodes) {
            for (Arrival arrival : nodes.values()) {
                Duration since = Duration.ofNanos(now - arrival.nanos());
                arrival.usage()
                        .rules()
                        .forEach(rule -> hits.merge(
                                rule.rule(),
                                new RuleHits(rule.hits(), rule.ago().plus(since)),
                                RuleHits::and));
            }
        }
        return hits;
    }

    /** Sum of a rate over the disks of nodes that reported recently, in bytes per second; counts each disk once. */
    public double disks(Function<DiskUse, Rate> rate) {
        Map<String, Long> rates = new HashMap<>();
        for (NodeReport report : nodes()) {
            if (report.answering()) {
                String machine = report.usage().machine().orElse(report.usage().node());
                report.usage().volumes().stream()
                        .flatMap(volume -> volume.disk().stream())
                        .forEach(disk -> rates.put(
                                machine + " " + disk.device(), rate.apply(disk).bytesPerSecond()));
            }
        }
        return rates.values().stream().mapToDouble(Long::doubleValue).sum();
    }

    public int answering() {
        return (int) nodes().stream().filter(NodeReport::answering).count();
    }

    /** Removes nodes that have been silent for long; called about once a second. */
    public void expire() {
        activities.expire();
        executors.expire();
        long now = ticker.nanos();
        synchronized (nodes) {
            nodes.values().removeIf(each -> now - each.nanos() > REMEMBERED_EXPIRIES * expiry.toNanos());
            bytesInAll = nodes.values().stream().mapToLong(Arrival::bytes).sum();
        }
    }

    /** Removes every node: another coordinator receives their reports now. */
    public void clear() {
        executors.clear();
        synchronized (nodes) {
            nodes.clear();
            bytesInAll = 0;
        }
    }

    private NodeReport aged(Arrival arrival, long now) {
        Duration age = Duration.ofNanos(now - arrival.nanos());
        return new NodeReport(arrival.usage(), age, age.compareTo(expiry) <= 0);
    }
}

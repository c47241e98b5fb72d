package io.hdfsthrottle.datanode.drain;

import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.DrainFacts;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains volumes as long as their lease demands it, and reports what is left on them. It submits plans to the
 * DataNode's own disk balancer and polls their result; HDFS's thread copies the bytes, at HDFS's pace
 * ({@code dfs.disk.balancer.max.disk.throughputInMBperSec}). Plans of others take precedence. {@link #run} is for one
 * thread, {@link #left} for any.
 */
public final class VolumeDrain implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(VolumeDrain.class);

    /** The shortest time between two polls. */
    private static final Duration PERIOD = Duration.ofSeconds(2);

    /** Scanning all replicas may take this fraction (one in so many) of the thread's time. */
    private static final int RARELY = 50;

    /** Pause after a plan that moved nothing. */
    private static final Duration REST = Duration.ofMinutes(1);

    private static final String STUCK =
            "the disk balancer moved nothing; the log of the DataNode says why, and replicas"
                    + " that are being written are moved when they are finished";
    private static final String BUSY = "the disk balancer of the DataNode carries out another plan";
    private static final String UNPLACED = "new blocks would still be put there; set"
            + " dfs.datanode.fsdataset.volume.choosing.policy to io.hdfsthrottle.datanode.LeasedVolumeChoosingPolicy";

    private final Supplier<Set<String>> wanted;
    private final Supplier<Set<String>> leased;
    private final boolean placed;
    private final LocalBalancer balancer;
    private final Ticker ticker;
    private volatile Map<String, DrainFacts> left = Map.of();
    private long notBeforeNanos;
    private Optional<Submitted> ours = Optional.empty();
    private String warned = "";

    /** A plan that we submitted. */
    private static final class Submitted {
        private final String plan;
        private final Set<String> volumes;
        private final long replicas;
        private final long nanos;

        Submitted(String plan, Set<String> volumes, long replicas, long nanos) {
            this.plan = plan;
            this.volumes = volumes;
            this.replicas = replicas;
            this.nanos = nanos;
        }
    }

    VolumeDrain(
            Supplier<Set<String>> wanted,
            Supplier<Set<String>> leased,
            boolean placed,
            LocalBalancer balancer,
            Ticker ticker) {
        this.wanted = wanted;
        this.leased = leased;
        this.placed = placed;
        this.balancer = balancer;
        this.ticker = ticker;
        this.notBeforeNanos = ticker.nanos();
    }

    /**
     * Drains volumes of that DataNode.
     *
     * @param wanted storage ids of the volumes to be drained; may include other nodes'
     * @param leased storage ids of volumes to which nothing is moved
     * @param placed whether new blocks are kept off volumes that are drained
     */
    public static VolumeDrain of(
            DataNode dataNode,
            Supplier<Set<String>> wanted,
            Supplier<Set<String>> leased,
            boolean placed,
            Ticker ticker) {
        return new VolumeDrain(wanted, leased, placed, new HdfsDiskBalancer(dataNode), ticker);
    }

    /** By storage id, what is left on the volumes to be drained, as last scanned. */
    public Map<String, DrainFacts> left() {
        return left;
    }

    /** Polls the state and takes the next step; called often, and polls seldom. */
    @Override
    public void run() {
        long now = ticker.nanos();
        if (now - notBeforeNanos < 0) {
            return;
        }
        notBeforeNanos = now + PERIOD.toNanos();
        Set<String> volumes = wanted.get();
        try {
            if (ours.isPresent() && !volumes.equals(ours.get().volumes)) {
                cancel(ours.get().plan);
                ours = Optional.empty();
            }
            if (volumes.isEmpty()) {
                left = Map.of();
            } else {
                drain(volumes);
            }
        } catch (IOException | RuntimeException | LinkageError unable) {
            troubled(String.valueOf(unable.getMessage()));
            warnOnce(volumes, unable.toString());
        }
    }

    private void warnOnce(Set<String> volumes, String why) {
        if (!why.equals(warned)) {
            warned = why;
            LOG.warn("Volumes {} are not drained: {}", volumes, why);
        }
    }

    /** Keeps the last known figures. */
    private void troubled(String why) {
        Map<String, DrainFacts> next = new LinkedHashMap<>();
        left.forEach((volume, facts) -> next.put(volume, DrainFacts.of(facts.replicas(), facts.bytes(), why)));
        left = Map.copyOf(next);
    }

    private void cancel(String plan) throws IOException {
        if (balancer.running().filter(plan::equals).isPresent()) {
            LOG.info("Plan {} of the disk balancer is cancelled: its volumes are to be drained no more", plan);
            balancer.cancel(plan);
        }
    }

    private void drain(Set<String> volumes) throws IOException {
        long began = ticker.nanos();
        List<LocalVolume> all = balancer.volumes();
        List<LocalVolume> drained =
                all.stream().filter(volume -> volumes.contains(volume.id())).collect(Collectors.toList());
        notBeforeNanos += (ticker.nanos() - began) * RARELY;
        // Reported before the disk balancer is called: if the call fails, the replicas are known nevertheless.
        say(drained, Map.of(), "");
        long replicas = drained.stream().mapToLong(LocalVolume::replicas).sum();
        if (replicas == 0) {
            return;
        }
        Optional<String> running = balancer.running();
        if (running.isPresent()) {
            boolean isOurs =
                    ours.filter(mine -> mine.plan.equals(running.get())).isPresent();
            say(drained, Map.of(), isOurs ? "" : BUSY);
        } else if (!placed) {
            say(drained, Map.of(), UNPLACED);
        } else if (ours.filter(mine -> mine.replicas <= replicas && ticker.nanos() - mine.nanos < REST.toNanos())
                .isPresent()) {
            say(drained, Map.of(), STUCK);
        } else {
            DrainPlan plan = DrainPlan.of(volumes, leased.get(), all);
            say(drained, plan.troubles(), "");
            if (!plan.moves().isEmpty()) {
                LOG.info("The disk balancer is to move {}", plan.moves());
                ours = Optional.of(new Submitted(balancer.submit(plan.moves()), volumes, replicas, ticker.nanos()));
            }
        }
    }

    private void say(List<LocalVolume> drained, Map<String, String> troubles, String otherwise) {
        Map<String, DrainFacts> next = new LinkedHashMap<>();
        for (LocalVolume volume : drained) {
            String trouble = volume.replicas() == 0 ? "" : troubles.getOrDefault(volume.id(), otherwise);
            next.put(volume.id(), DrainFacts.of(volume.replicas(), volume.bytes(), trouble));
        }
        left = Map.copyOf(next);
    }
}

package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.identity.Tenant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides which tenant is served first among those that alternate between reading and computing. If all read at the
 * same time and then all compute, the disk idles; if one is served first, it computes while the others read. A turn
 * lasts until its tenant has read what it wanted, {@link #LONGEST} slices at most; then the tenant without a turn for
 * longest has it. A tenant that is about to read while the turn's holder is about to stop is favoured, too. Immutable.
 *
 * @param holder the tenant that has the turn
 * @param since the slice in which it began
 * @param last when each tenant's last turn ended
 */
record Interleaving(Optional<Tenant> holder, long since, Map<Tenant, Long> last) {
    /** No tenant has the turn. */
    static final Interleaving NONE = new Interleaving(Optional.empty(), 0, Map.of());

    /** Stands for an event that is not forecast. */
    static final int NEVER = Integer.MAX_VALUE;

    /** The maximum number of slices of a turn. */
    static final int LONGEST = Series.AHEAD;

    /** An event within this many slices is imminent. */
    private static final int SOON = 2;

    /**
     * A tenant that may take turns.
     *
     * @param influence how far its forecast may move its weight; with 0 it takes no part
     * @param reads whether it wants the disks now
     * @param stopsIn in how many slices it is forecast to stop, or {@link #NEVER}
     * @param beginsIn in how many it is forecast to begin, or {@link #NEVER}
     */
    record Player(double influence, boolean reads, int stopsIn, int beginsIn) {
        private boolean alternates() {
            return influence > 0 && (reads ? stopsIn : beginsIn) != NEVER;
        }
    }

    /** The turns after a slice. */
    Interleaving next(Map<Tenant, Player> all, long slice) {
        Map<Tenant, Player> players = new TreeMap<>(all);
        players.values().removeIf(player -> !player.alternates());
        Map<Tenant, Long> ends = new HashMap<>(last);
        ends.keySet().retainAll(all.keySet());
        Tenant before = holder.orElse(null);
        Player holds = before == null ? null : all.get(before);
        if (holds != null && holds.influence > 0 && holds.reads && slice - since < LONGEST) {
            return new Interleaving(holder, since, ends);
        }
        if (before != null) {
            ends.put(before, slice);
        }
        Optional<Tenant> next = players.size() < 2
                ? Optional.empty()
                : players.keySet().stream()
                        .filter(tenant -> players.get(tenant).reads)
                        .min(Comparator.<Tenant>comparingLong(tenant -> ends.getOrDefault(tenant, -1L))
                                .thenComparingInt(tenant -> players.get(tenant).stopsIn)
                                .thenComparing(Comparator.naturalOrder()));
        return new Interleaving(next, slice, ends);
    }

    /** The tenants that are favoured over the others. */
    Set<Tenant> favoured(Map<Tenant, Player> players) {
        Player holds = holder.map(players::get).orElse(null);
        if (holds == null) {
            return Set.of();
        }
        return players.entrySet().stream()
                .filter(each -> holder.get().equals(each.getKey())
                        || (holds.stopsIn <= SOON
                                && !each.getValue().reads
                                && each.getValue().influence > 0
                                && each.getValue().beginsIn <= SOON))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}

package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.pace.Volume;
import io.hdfsthrottle.pace.VolumePacer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pacers of a node's disks: made when a disk is first used, let go once the host no longer has it ({@code dfsadmin -reconfig} of
 * {@code dfs.datanode.data.dir}, or a disk that failed). {@link #of}, {@link #all} and {@link #activities} may be called
 * from any thread, {@link #tick} from one and {@link #keep} from another.
 */
final class VolumePacers {

    /** More volumes than a DataNode can have; beyond it they share a pacer, so that memory stays bounded. */
    static final int MOST = 256;

    private static final Volume OTHERS = Volume.of("others", null);
    private static final Logger LOG = LoggerFactory.getLogger(VolumePacers.class);

    private final Function<Volume, VolumePacer> maker;
    private final Map<String, VolumePacer> pacers = new ConcurrentHashMap<>();
    private final Set<String> withoutFolder = ConcurrentHashMap.newKeySet();
    private Set<String> missing = Set.of();

    VolumePacers(Function<Volume, VolumePacer> maker) {
        this.maker = maker;
    }

    VolumePacer of(Volume volume) {
        VolumePacer pacer = pacers.get(volume.id());
        return pacer != null ? pacer : newcomer(volume);
    }

    private synchronized VolumePacer newcomer(Volume volume) {
        // The last place is for all that come later: a report with one volume more would be refused whole.
        Volume paced = pacers.size() < MOST - 1 ? volume : OTHERS;
        if (paced.folder().isEmpty()) {
            withoutFolder.add(paced.id());
        }
        return pacers.computeIfAbsent(paced.id(), id -> maker.apply(paced));
    }

    /** Whether anybody was held back on any of them within that time. */
    boolean restedWithin(Duration time) {
        return pacers.values().stream().anyMatch(pacer -> pacer.restedWithin(time));
    }

    /** From now on, no thread of a tenant rests longer than this part of what is configured; one that is not named rests in full. */
    void limitRests(Map<Tenant, Double> parts) {
        pacers.values().forEach(pacer -> pacer.limitRests(parts));
    }

    void tick(Grant grant) {
        pacers.values().forEach(pacer -> pacer.tick(grant));
    }

    /** How long the next tick may wait, where one that has something to decide comes after so long. */
    Duration untilNextTick(Duration tick) {
        Duration shortest = null;
        for (VolumePacer pacer : pacers.values()) {
            Duration until = pacer.untilNextTick(tick);
            shortest = shortest == null || until.compareTo(shortest) < 0 ? until : shortest;
        }
        return shortest == null ? tick : shortest;
    }

    /**
     * Lets go of disks that the host has not had at this look and the one before: a disk that was just added may be used before it is
     * listed. Whoever still reads from such a disk goes on unpaced, because its removal waits for them.
     *
     * @param present the disks that the host has now; none if it does not say
     */
    void keep(List<Volume> present) {
        if (present.isEmpty()) {
            return;
        }
        Set<String> absent = new HashSet<>(pacers.keySet());
        present.forEach(volume -> absent.remove(volume.id()));
        absent.removeAll(withoutFolder);
        for (String id : absent) {
            if (missing.contains(id)) {
                pacers.remove(id).release();
                LOG.info("Volume {} is gone, and no longer paced", id);
            }
        }
        missing = absent;
    }

    List<VolumePacer> all() {
        return new ArrayList<>(pacers.values());
    }

    /** How each volume and its tenants fared at the last tick. */
    List<VolumeActivity> activities() {
        List<VolumeActivity> activities = new ArrayList<>(pacers.size());
        pacers.values().forEach(pacer -> activities.add(pacer.activity()));
        return activities;
    }
}

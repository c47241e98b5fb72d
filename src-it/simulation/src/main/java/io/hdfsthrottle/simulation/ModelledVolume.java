package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.VolumePacer;
import java.util.List;
import java.util.SplittableRandom;

/** A disk, the memory in front of it, and the production pacer of both. */
final class ModelledVolume {

    private final Timeline time;
    private final Disk disk;
    private final WriteBack memory;
    private final Policy policy;
    private final VolumePacer pacer;

    /**
     * A volume.
     *
     * @param threads all threads, whom the kernel would know
     */
    ModelledVolume(DiskModel model, Policy policy, double diskGives, List<TransferThread> threads, Timeline time) {
        this.time = time;
        this.disk = new Disk(model, time);
        this.memory = new WriteBack(disk);
        this.policy = policy;
        this.pacer = policy.pacer(diskGives, new SimulatedWatch(disk, threads), time);
    }

    Disk disk() {
        return disk;
    }

    VolumePacer pacer() {
        return pacer;
    }

    Team team(Party party) {
        return new Team(time, pacer.bucket(party.tenant()), disk);
    }

    /** One more thread of the team. */
    TransferThread thread(Team team, long id, Streams streams, SplittableRandom random) {
        TransferThread thread =
                switch (streams.kind()) {
                    case READ -> new SequentialReader(team, id, disk, streams);
                    case RANDOM -> new RandomReader(team, id, disk, streams, random);
                    case CACHED -> new CachedReader(team, id, streams);
                    case WRITE -> new Writer(team, id, streams, memory);
                };
        if (streams.kind() != Streams.Kind.WRITE) {
            thread.readsUnder(policy);
        }
        return thread;
    }
}

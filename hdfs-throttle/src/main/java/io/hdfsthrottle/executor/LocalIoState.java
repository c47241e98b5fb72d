package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorStanding;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was found at the last look. Immutable. */
public final class LocalIoState {

    /** What the local I/O of executors is called beside the paths of HDFS's own bytes. */
    public static final String PATH = "executors";

    /** Nothing is looked at. */
    public static final LocalIoState OFF =
            new LocalIoState(null, Map.of(), List.of(), List.of(), "hdfs.throttle.executors=off");

    /** Nothing was looked at yet. */
    static final LocalIoState NOT_YET = new LocalIoState(null, Map.of(), List.of(), List.of(), "not looked at yet");

    private final String machine;
    private final Map<String, DiskUse> volumes;
    private final List<ExecutorStanding> executors;
    private final List<String> coveredBy;
    private final String reason;

    LocalIoState(
            String machine,
            Map<String, DiskUse> volumes,
            List<ExecutorStanding> executors,
            List<String> coveredBy,
            String reason) {
        this.machine = machine;
        this.volumes = Map.copyOf(volumes);
        this.executors = List.copyOf(executors);
        this.coveredBy = List.copyOf(coveredBy);
        this.reason = reason;
    }

    /** The boot id of this kernel; nothing where executors are not looked for. */
    public Optional<String> machine() {
        return Optional.ofNullable(machine);
    }

    /** Who uses the disk of that volume; nothing where the kernel does not show it. */
    public Optional<DiskUse> use(String volume) {
        return Optional.ofNullable(volumes.get(volume));
    }

    /** How the executors stand that were claimed to be here. */
    public List<ExecutorStanding> executors() {
        return executors;
    }

    /** What makes local I/O of executors a part of their tenants' shares; empty if nothing does. */
    public List<String> coveredBy() {
        return coveredBy;
    }

    /** Why no more does. */
    public String reason() {
        return reason;
    }
}

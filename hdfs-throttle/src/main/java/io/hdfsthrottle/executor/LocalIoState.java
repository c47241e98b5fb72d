package io.hdfsthrottle.executor;

import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorStanding;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A snapshot of the local I/O of executors on a node, from the last poll. Immutable. */
public final class LocalIoState {

    /** The name of executors' local I/O in reports, beside the paths of HDFS's own bytes. */
    public static final String PATH = "executors";

    /** Local I/O is not observed. */
    public static final LocalIoState OFF =
            new LocalIoState(null, Map.of(), List.of(), List.of(), "hdfs.throttle.executors=off");

    /** No poll was made yet. */
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

    /** That of the same machine while nobody is looked at. */
    LocalIoState passing() {
        return new LocalIoState(machine, Map.of(), List.of(), List.of(), "everything passes for now");
    }

    /** The boot id of this kernel; empty where executors are not observed. */
    public Optional<String> machine() {
        return Optional.ofNullable(machine);
    }

    /** The use of that volume's disk; empty where the kernel does not show it. */
    public Optional<DiskUse> use(String volume) {
        return Optional.ofNullable(volumes.get(volume));
    }

    /** The standing of the executors that were claimed to be here. */
    public List<ExecutorStanding> executors() {
        return executors;
    }

    /** The layers that count executors' local I/O against their tenants' shares; empty if none does. */
    public List<String> coveredBy() {
        return coveredBy;
    }

    /** Why no further layer does. */
    public String reason() {
        return reason;
    }
}

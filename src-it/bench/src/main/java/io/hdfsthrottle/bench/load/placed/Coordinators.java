package io.hdfsthrottle.bench.load.placed;

import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A ZooKeeper and several coordinators, one of which leads. */
public final class Coordinators {

    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Rig rig;
    private final ZooKeeper zooKeeper;
    private final Map<String, String> settings;
    private final List<Coordinator> all = new ArrayList<>();

    private Coordinators(Rig rig, ZooKeeper zooKeeper, Map<String, String> settings) {
        this.rig = rig;
        this.zooKeeper = zooKeeper;
        this.settings = settings;
    }

    /** Starts so many with these settings; registered applications expire after a day. */
    public static Coordinators start(Rig rig, int count, Map<String, String> settings) {
        Map<String, String> properties = new LinkedHashMap<>(settings);
        properties.putIfAbsent("application.expiry", "24h");
        Coordinators coordinators = new Coordinators(rig, ZooKeeper.start(rig), properties);
        for (int i = 0; i < count; i++) {
            coordinators.all.add(coordinators.started(i, rig.ports().free()));
        }
        return coordinators;
    }

    private Coordinator started(int number, int port) {
        return Coordinator.spawn(
                        rig, "coordinator-" + (number + 1), zooKeeper, port, settings, List.of(), TlsFiles.NONE)
                .awaitReady();
    }

    /** All addresses, as configured for agents. */
    public String addresses() {
        return all.stream().map(each -> each.url().toString()).collect(Collectors.joining(","));
    }

    /** The current leader; empty if there is none, or none is reported. */
    public Optional<Coordinator> leader() {
        return all.stream().filter(Coordinator::leads).findFirst();
    }

    /** Puts a document at the leader. */
    public void put(String path, Map<String, ?> body) throws IOException {
        leader().orElseThrow(() -> new IOException("there is no leader")).put(path, body);
    }

    /**
     * Puts a document as soon as a leader accepts it.
     *
     * @param patience until it fails with that leader's refusal
     */
    public void putAsSoonAsPossible(String path, Map<String, ?> body, Duration patience) {
        await("a leader")
                .pollInterval(PAUSE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .atMost(patience)
                .until(() -> {
                    put(path, body);
                    return true;
                });
    }

    /** Kills the leader, as in a crash; returns its number for {@link #restart}. */
    public int killLeader() throws IOException {
        Coordinator leader = leader().orElseThrow(() -> new IOException("there is no leader"));
        leader.process().kill();
        return all.indexOf(leader);
    }

    /** Restarts one at its former address. */
    public void restart(int number) {
        all.set(number, started(number, all.get(number).url().getPort()));
    }
}

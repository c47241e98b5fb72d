package io.hdfsthrottle.coordinator.election;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/**
 * ZooKeeper as its clients see it: znodes with versions, sessions whose znodes end with them, transactions, watches, and
 * reads that may be older than the last write but never older than what that client has seen (ZooKeeper Programmer's
 * Guide, "Consistency Guarantees").
 */
final class SimulatedZooKeeper {
    /** As long as a server may lag behind the others. */
    static final long LAG_MILLIS = 2_000;

    /** Looks at everything that is stored. */
    interface Witness {
        /** A znode is written or removed (then without data) by a session, 0 if that of its owner has ended. */
        void stored(long session, String path, Znode before, byte[] data);
    }

    /** One znode. */
    static final class Znode {
        private final byte[] data;
        private final int version;
        private final long owner;
        private final long mtime;

        Znode(byte[] data, int version, long owner, long mtime) {
            this.data = data;
            this.version = version;
            this.owner = owner;
            this.mtime = mtime;
        }

        byte[] data() {
            return data;
        }

        long owner() {
            return owner;
        }

        Stat into(Stat stat) {
            stat.setVersion(version);
            stat.setEphemeralOwner(owner);
            stat.setMtime(mtime);
            return stat;
        }
    }

    /** One write of a transaction, or a check. */
    static final class Write {
        private final Kind kind;
        private final String path;
        private final byte[] data;
        private final int version;
        private final CreateMode mode;

        private Write(Kind kind, String path, byte[] data, int version, CreateMode mode) {
            this.kind = kind;
            this.path = path;
            this.data = data;
            this.version = version;
            this.mode = mode;
        }

        static Write create(String path, byte[] data, CreateMode mode) {
            return new Write(Kind.CREATE, path, data, -1, mode);
        }

        static Write set(String path, byte[] data, int version) {
            return new Write(Kind.SET, path, data, version, CreateMode.PERSISTENT);
        }

        static Write delete(String path, int version) {
            return new Write(Kind.DELETE, path, null, version, CreateMode.PERSISTENT);
        }

        static Write check(String path, int version) {
            return new Write(Kind.CHECK, path, null, version, CreateMode.PERSISTENT);
        }

        Kind kind() {
            return kind;
        }

        String path() {
            return path;
        }
    }

    /** What is written. */
    enum Kind {
        CREATE,
        SET,
        DELETE,
        CHECK
    }

    /** All znodes at some time, after that write. */
    record Past(long zxid, long millis, Map<String, Znode> znodes) {}

    private final SimulatedTime time;
    private final long sessionMillis;
    private final Witness witness;
    private final Deque<Past> pasts = new ArrayDeque<>();
    private final Set<Long> sessions = new HashSet<>();
    private final Map<String, List<Runnable>> watches = new HashMap<>();
    private Map<String, Znode> znodes = Map.of();
    private long zxid;
    private long sessionIds;
    private int sequence;

    SimulatedZooKeeper(SimulatedTime time, long sessionMillis, Witness witness) {
        this.time = time;
        this.sessionMillis = sessionMillis;
        this.witness = witness;
    }

    /** After so long without a client, its session ends. */
    long sessionMillis() {
        return sessionMillis;
    }

    long newSession() {
        sessions.add(++sessionIds);
        return sessionIds;
    }

    boolean isAlive(long session) {
        return sessions.contains(session);
    }

    void end(long session) {
        if (sessions.remove(session)) {
            Map<String, Znode> next = new TreeMap<>(znodes);
            next.values().removeIf(znode -> znode.owner == session);
            Set<String> paths = new TreeSet<>(znodes.keySet());
            paths.removeAll(next.keySet());
            commit(0, paths, next);
        }
    }

    long zxid() {
        return zxid;
    }

    /** The time of day at the servers, which is not that of the coordinators. */
    private long timeOfDay() {
        return 1_800_000_000_000L + time.millis();
    }

    /** All as of now. */
    Map<String, Znode> now() {
        return znodes;
    }

    /** All as a server has it that lags behind by that time, but has this write. */
    Past past(long seen, long lagMillis) {
        Past last = new Past(zxid, 0, znodes);
        if (lagMillis > 0) {
            for (Past each : pasts) {
                if (each.zxid >= seen && each.millis >= time.millis() - lagMillis) {
                    return each;
                }
            }
        }
        return last;
    }

    /** Carries out all of them or none; returns the paths, which may have got numbers. */
    List<String> write(long session, List<Write> writes) throws KeeperException {
        Map<String, Znode> next = new TreeMap<>(znodes);
        List<String> paths = new ArrayList<>();
        Set<String> written = new TreeSet<>();
        for (Write each : writes) {
            Znode before = next.get(each.path);
            if (each.kind != Kind.CREATE) {
                if (before == null) {
                    throw KeeperException.create(Code.NONODE, each.path);
                }
                if (each.version != -1 && each.version != before.version) {
                    throw KeeperException.create(Code.BADVERSION, each.path);
                }
            }
            String path = each.path;
            switch (each.kind) {
                case CREATE -> {
                    path += each.mode.isSequential() ? "%010d".formatted(sequence++) : "";
                    if (next.containsKey(path)) {
                        throw KeeperException.create(Code.NODEEXISTS, path);
                    }
                    next.put(path, new Znode(each.data, 0, each.mode.isEphemeral() ? session : 0, timeOfDay()));
                }
                case SET -> next.put(path, new Znode(each.data, before.version + 1, before.owner, timeOfDay()));
                case DELETE -> next.remove(path);
                case CHECK -> {}
            }
            paths.add(path);
            if (each.kind != Kind.CHECK) {
                written.add(path);
            }
        }
        commit(session, written, next);
        return paths;
    }

    private void commit(long session, Set<String> written, Map<String, Znode> next) {
        Map<String, Znode> before = znodes;
        for (String path : written) {
            Znode now = next.get(path);
            witness.stored(session, path, before.get(path), now == null ? null : now.data);
        }
        pasts.add(new Past(zxid++, time.millis(), before));
        while (pasts.peek().millis < time.millis() - LAG_MILLIS) {
            pasts.remove();
        }
        znodes = next;
        for (String path : written) {
            List<Runnable> told = next.containsKey(path) ? null : watches.remove(path);
            if (told != null) {
                told.forEach(Runnable::run);
            }
        }
    }

    /** Tells once when that znode is removed; at once if it is not there. */
    void watchRemoval(String path, Runnable told) {
        if (znodes.containsKey(path)) {
            watches.computeIfAbsent(path, first -> new ArrayList<>()).add(told);
        } else {
            told.run();
        }
    }
}

package io.hdfsthrottle.agent;

import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.usage.DrainFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The process that an agent runs in, such as a DataNode, as it describes itself. Its methods may be called from any
 * thread.
 */
public interface Host {

    /** A host that describes nothing. */
    Host UNKNOWN = new Host() {
        @Override
        public boolean readsAhead() {
            return false;
        }

        @Override
        public Slots slots() {
            return Slots.UNKNOWN;
        }
    };

    /**
     * Whether the host itself reads ahead, on threads other than those that send: the device reads of the sending
     * threads then do not show what was read for which client.
     */
    boolean readsAhead();

    /** Its transfer threads in use, and how many more it could run; called once per tick. */
    Slots slots();

    /** Access to its block files besides the C library's; tried where that does not work. */
    default BlockFiles blockFiles() {
        return BlockFiles.NONE;
    }

    /** The port on which it serves; 0 if it serves on none. */
    default int transferPort() {
        return 0;
    }

    /** The folder for state that must outlive the process but may be lost. */
    default Path stateFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "hdfs-throttle");
    }

    /** The disks it serves from now; none while it does not know them. Called once per second. */
    default List<Volume> volumes() {
        return List.of();
    }

    /**
     * By storage id, what is left on its volumes that are to be drained; no other volumes, and none for a host that
     * cannot drain. Called for each report.
     */
    default Map<String, DrainFacts> drains() {
        return Map.of();
    }

    /** The groups of users, for rules that depend on them. */
    default UserGroups groups() {
        return UserGroups.UNKNOWN;
    }

    /**
     * Whether data to be written that comes from that numeric address may be relayed for another writer, by another
     * DataNode of a pipeline. The writer's own address is then unknown. Called once per writing client and grant.
     */
    default boolean isRelay(String address) {
        return false;
    }

    /**
     * Sets how many transfer threads it may use from now on beyond its administrator's limit.
     *
     * @param threads 0 for none; never more than the spare ones of {@link #slots}
     */
    default void lend(int threads) {
        // has none to lend
    }
}

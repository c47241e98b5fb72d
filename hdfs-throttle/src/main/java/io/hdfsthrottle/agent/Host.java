package io.hdfsthrottle.agent;

import io.hdfsthrottle.blockfile.BlockFiles;
import io.hdfsthrottle.identity.UserGroups;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.slots.Slots;
import io.hdfsthrottle.usage.DrainFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the host of an agent says of itself. Its methods may be called from any thread. */
public interface Host {

    /** A host that says nothing. */
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
     * Whether the host itself reads ahead, on threads other than those that send: what those caused the device to do then does not
     * show what was read for whom.
     */
    boolean readsAhead();

    /** How many of its transfer threads are taken, and how many more it could bear; asked once a tick. */
    Slots slots();

    /** A way to files of its blocks besides the C library's; tried where that does not work. */
    default BlockFiles blockFiles() {
        return BlockFiles.NONE;
    }

    /** The port on which it serves; 0 if it serves on none. */
    default int transferPort() {
        return 0;
    }

    /** Where it keeps what must outlive it and may be lost. */
    default Path stateFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "hdfs-throttle");
    }

    /** The disks it serves from now; none while it does not know them. Asked once a second. */
    default List<Volume> volumes() {
        return List.of();
    }

    /** By storage id, what is left on its volumes that are to be drained; nothing of others, or of a host that cannot. Asked with each report. */
    default Map<String, DrainFacts> drains() {
        return Map.of();
    }

    /** Which groups users are in; rules may ask. */
    default UserGroups groups() {
        return UserGroups.UNKNOWN;
    }

    /**
     * Whether what comes from that numeric address to be written may be what somebody else sent there first: another DataNode of a
     * pipeline passes it on. The writer's own address is not known then. Asked once a client that writes and a grant.
     */
    default boolean isRelay(String address) {
        return false;
    }

    /**
     * From now on it may have so many transfer threads more than its administrator gave it.
     *
     * @param threads 0 for none; never more than the spare ones of {@link #slots}
     */
    default void lend(int threads) {
        // has none to lend
    }
}

package io.hdfsthrottle.coordinator.state;

import java.net.URI;
import java.util.List;

/**
 * What each coordinator tells the others, whoever leads: one text a topic, which is forgotten with its session with
 * ZooKeeper. Only who has the cluster's signing keys is heard. Thread-safe for one thread a topic.
 */
public interface Announcements {
    /** The maximum size of a text. */
    int LARGEST_BYTES = 128 * 1024;

    /** What a coordinator tells. */
    record Announcement(URI coordinator, String text) {}

    /**
     * Replaces what this coordinator tells; writes nothing if that is told already.
     *
     * @throws NotStored if that cannot be told now
     */
    void announce(String topic, String text);

    /**
     * What the others tell. One that has just begun a new session may have told two texts.
     *
     * @throws NotStored if that cannot be read now
     */
    List<Announcement> ofOthers(String topic);
}

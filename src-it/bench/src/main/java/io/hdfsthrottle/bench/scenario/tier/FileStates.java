package io.hdfsthrottle.bench.scenario.tier;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The state of files: which of those written still exist, and the places of their blocks. Pure.
 *
 * @param written digests by path
 * @param read the same as read now; none for a file that cannot be read
 * @param listed the existing paths
 * @param places of each block, the storages that hold a replica of it
 */
record FileStates(
        Map<String, String> written,
        Map<String, String> read,
        Set<String> listed,
        Map<Long, ? extends Collection<String>> places) {

    /** Files that are missing, cannot be read, or have other bytes. */
    Set<String> lost() {
        Set<String> lost = new TreeSet<>();
        written.forEach((path, digest) -> {
            if (!listed.contains(path) || !Objects.equals(digest, read.get(path))) {
                lost.add(path);
            }
        });
        return lost;
    }

    /** Files that were not written by the test. */
    Set<String> unexpected() {
        Set<String> unexpected = new TreeSet<>(listed);
        unexpected.removeAll(written.keySet());
        return unexpected;
    }

    /** Blocks in two places. */
    List<Long> twice() {
        return blocks(number -> number > 1);
    }

    /** Blocks in no place. */
    List<Long> nowhere() {
        return blocks(number -> number == 0);
    }

    private List<Long> blocks(IntPredicate inSoMany) {
        return places.keySet().stream()
                .filter(block -> inSoMany.test(places.get(block).size()))
                .sorted()
                .toList();
    }
}

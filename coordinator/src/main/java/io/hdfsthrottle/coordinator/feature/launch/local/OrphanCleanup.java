package io.hdfsthrottle.coordinator.feature.launch.local;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what is left of clusters whose coordinator is gone. */
final class OrphanCleanup {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanCleanup.class);
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    /** The time limit for cleaning up on YARN. */
    static final Duration LONGEST_FAREWELL = Duration.ofSeconds(30);

    /**
     * How often a process must not be seen to count as gone: one that executes another program bears no mark for a
     * moment.
     */
    static final int LOOKS = 2;

    private OrphanCleanup() {}

    /**
     * Kills every process of a journal, then removes the directories of its clusters, cleans up on YARN those that had
     * applications there, and removes the journal.
     *
     * @return the clusters of which nothing is left
     */
    static List<Entry> clear(Journal journal) throws IOException {
        List<Entry> entries = journal.entries();
        if (!kill(journal, entries)) {
            LOG.error("Processes of {} do not end; their directories are left", journal.folder());
            return List.of();
        }
        List<Entry> cleared = new ArrayList<>();
        Ticker ticker = Ticker.system();
        long begun = ticker.nanos();
        for (Entry entry : entries) {
            if (remove(entry, journal, LONGEST_FAREWELL.minusNanos(ticker.nanos() - begun))) {
                journal.remove(entry.cluster());
                cleared.add(entry);
            }
        }
        if (cleared.size() == entries.size()) {
            delete(journal.folder());
        }
        return cleared;
    }

    private static boolean kill(Journal journal, List<Entry> entries) {
        Ticker ticker = Ticker.system();
        long begun = ticker.nanos();
        int unseen = 0;
        while (unseen < LOOKS) {
            List<ProcessHandle> left = new ArrayList<>(MarkedProcesses.processes(journal.mark()));
            entries.forEach(entry -> entry.programs().forEach(started -> ProcessHandle.of(started.pid())
                    .filter(process -> started.is(process) && MarkedProcesses.runs(process))
                    .ifPresent(left::add)));
            left.forEach(ProcessHandle::destroyForcibly);
            unseen = left.isEmpty() ? unseen + 1 : 0;
            if (ticker.nanos() - begun > LONGEST.toNanos()) {
                return false;
            }
            try {
                Thread.sleep(LOOK_AGAIN.toMillis());
            } catch (InterruptedException enough) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    /**
     * Removes the directories of a cluster whose processes are gone, and cleans up on YARN within that time; whether
     * nothing is left.
     */
    static boolean remove(Entry entry, Journal journal, Duration longest) {
        String mark = journal.mark() + "farewell/" + entry.cluster();
        boolean removed = remove(entry.directories());
        return entry.farewell()
                        .map(each -> each.say(entry.cluster(), mark, longest))
                        .orElse(true)
                && removed;
    }

    /** Removes directories and what is in them, without following a link out of them; whether nothing is left. */
    static boolean remove(List<Path> directories) {
        boolean all = true;
        for (Path directory : directories) {
            all &= delete(directory);
        }
        return all;
    }

    private static boolean delete(Path directory) {
        try {
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                MoreFiles.deleteRecursively(directory, RecursiveDeleteOption.ALLOW_INSECURE);
            }
        } catch (IOException failed) {
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                LOG.warn("{} cannot be removed yet", directory, failed);
                return false;
            }
        }
        return true;
    }
}

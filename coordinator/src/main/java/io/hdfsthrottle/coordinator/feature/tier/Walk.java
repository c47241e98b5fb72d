package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Entry;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Gone;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Page;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Traverses a folder and all below it, page by page; holds one page of names for each level. For one thread. */
final class Walk {
    /** Maximum depth; deeper folders are ignored. */
    static final int DEEPEST = 200;

    private final Deque<Level> levels = new ArrayDeque<>();

    private static final class Level {
        private final String folder;
        private final Deque<String> folders = new ArrayDeque<>();
        private String after = "";
        private boolean more = true;

        Level(String folder) {
            this.folder = folder;
        }
    }

    Walk(String folder) {
        levels.push(new Level(folder));
    }

    /** Whether the walk is complete. */
    boolean isOver() {
        return levels.isEmpty();
    }

    /** Reads one more page at most, and hands out each file. */
    void next(NameNode hdfs, Consumer<Entry> found) throws IOException {
        Level level = levels.peek();
        if (!level.folders.isEmpty() && levels.size() < DEEPEST) {
            levels.push(new Level(level.folders.poll()));
        } else if (level.more) {
            level.folders.clear();
            read(hdfs, level, found);
        } else {
            levels.pop();
        }
    }

    private static void read(NameNode hdfs, Level level, Consumer<Entry> found) throws IOException {
        try {
            Page page = hdfs.list(level.folder, level.after);
            for (Entry entry : page.entries()) {
                if (entry.folder()) {
                    level.folders.add(entry.path());
                } else {
                    found.accept(entry);
                }
                level.after = entry.path().substring(entry.path().lastIndexOf('/') + 1);
            }
            level.more = page.more() && !page.entries().isEmpty();
        } catch (Gone removed) {
            level.more = false;
        }
    }
}

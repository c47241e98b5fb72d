package io.hdfsthrottle.integration;

import io.hdfsthrottle.testkit.disk.LoopDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a DataNode can find where it looks for control groups, and what it then says covers its reads. */
enum CgroupView {
    V1("blkio backstop", ""),
    READ_ONLY("", "mounted read-only"),
    NONE("", "no blkio controller"),
    DENIED("", "this user may not"),
    REMOVED_WHILE_RUNNING("blkio backstop", "removed it");

    private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
    private static final String OURS = "hdfs-throttle";

    private final String atFirst;
    private final String inTheEnd;

    CgroupView(String atFirst, String inTheEnd) {
        this.atFirst = atFirst;
        this.inTheEnd = inTheEnd;
    }

    /** The layer that covers reads after the start; empty for none. */
    String atFirst() {
        return atFirst;
    }

    /** Words of the reason why it does not, in the end; empty if it does. */
    String inTheEnd() {
        return inTheEnd;
    }

    /** Makes it, once under each name; undone when the disk is closed. */
    Path make(LoopDisk disk, String name) {
        // On the disk itself: whatever becomes of this process, it goes with the disk.
        Path view = disk.folder().resolve("cgroups").resolve(name() + "-" + name);
        Path blkio = view.resolve("blkio");
        try {
            switch (this) {
                case READ_ONLY -> {
                    Files.createDirectories(blkio);
                    disk.commands().mount(MOUNTED.resolve("blkio").toString(), blkio.toString(), "--bind");
                    disk.commands()
                            .run(
                                    List.of("mount", "-o", "remount,bind,ro", blkio.toString()),
                                    List.of("mount", "-o", "remount,bind,rw", blkio.toString()));
                }
                case NONE -> Files.createDirectories(view);
                case DENIED -> {
                    Files.createDirectories(blkio);
                    Path tasks = Files.createFile(blkio.resolve("tasks"));
                    // Only this denies access even to root.
                    disk.commands()
                            .run(
                                    List.of("chattr", "+i", tasks.toString(), blkio.toString()),
                                    List.of("chattr", "-i", tasks.toString(), blkio.toString()));
                }
                default -> view = MOUNTED;
            }
            return view;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Every folder that a process has in the kernel's tree of groups. */
    static List<Path> groupsOf(long process) {
        try (Stream<Path> all = Files.walk(MOUNTED.resolve("blkio"))) {
            return all.filter(path -> Files.isDirectory(path))
                    .filter(path -> path.getParent().getFileName().toString().endsWith("@" + process)
                            || path.getFileName().toString().endsWith("@" + process))
                    .sorted((one, other) -> other.compareTo(one))
                    .toList();
        } catch (IOException changing) {
            throw new UncheckedIOException(changing);
        }
    }

    /** Takes a process's groups away, as an administrator does who wonders what they are. */
    static void remove(long process) {
        for (Path group : groupsOf(process)) {
            try {
                Path home = group;
                while (home.toString().contains(OURS)) {
                    home = home.getParent();
                }
                for (String thread : Files.readAllLines(group.resolve("tasks"))) {
                    Files.writeString(home.resolve("tasks"), thread);
                }
                Files.delete(group);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}

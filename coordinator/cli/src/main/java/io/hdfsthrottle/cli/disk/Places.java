package io.hdfsthrottle.cli.disk;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Rejects folders that cannot be measured, before anything is written there. */
final class Places {

    /** What a file system wants beside the data. */
    private static final double ROOM = 1.05;

    /** Files smaller than that lie in the cache of any device. */
    private static final long LEAST_MIB = 16;

    private static final String GOOD = "; give a folder on the disk, for example /data/1";

    private Places() {}

    static void check(Path folder, long size) throws Refused, IOException {
        if (!Files.exists(folder)) {
            throw new Refused(folder + " is not there" + GOOD);
        }
        if (!Files.isDirectory(folder)) {
            throw new Refused(folder + " is not a folder" + GOOD);
        }
        FileStore store = Files.getFileStore(folder);
        if (store.isReadOnly()) {
            throw new Refused(
                    folder + " is on a file system that is mounted read-only; mount it for writing, or give another"
                            + " folder, for example /data/1");
        }
        if (!Files.isWritable(folder)) {
            throw new Refused("nothing may be written in " + folder
                    + "; run as a user who may, or give another folder, for example /data/1");
        }
        if (Files.exists(folder.resolve(Calibration.FILE), LinkOption.NOFOLLOW_LINKS)) {
            throw new Refused(folder.resolve(Calibration.FILE)
                    + " is there already: another calibration runs, or one was killed; in the second case delete it");
        }
        long usable = store.getUsableSpace();
        if (usable < size * ROOM) {
            long fits = (long) (usable / ROOM / 2) >> 20;
            throw new Refused(folder + " has room for " + (usable >> 20) + " MiB and --size is " + (size >> 20)
                    + " MiB; make room" + (fits < LEAST_MIB ? "" : ", or try --size " + fits + "m"));
        }
    }
}

package io.hdfsthrottle.observation;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * One disk of a node: its storage id, and the folder through which the kernel's figures for it are found. Immutable.
 */
public final class Volume {

    private final String id;
    private final Path folder;
    private final boolean inMemory;

    private Volume(String id, Path folder, boolean inMemory) {
        this.id = Objects.requireNonNull(id, "id");
        this.folder = folder;
        this.inMemory = inMemory;
    }

    /** A volume; the folder is null where it is not on a local disk, or not known. */
    public static Volume of(String id, Path folder) {
        return new Volume(id, folder, false);
    }

    /** A volume without a disk, of HDFS's storage type RAM_DISK. */
    public static Volume inMemory(String id, Path folder) {
        return new Volume(id, folder, true);
    }

    /** Whether its data is in memory: no disk is shared there. */
    public boolean isInMemory() {
        return inMemory;
    }

    /** The storage id. */
    public String id() {
        return id;
    }

    /** A folder on the disk, if there is one. */
    public Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    @Override
    public String toString() {
        return id;
    }
}

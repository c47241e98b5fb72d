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

    private Volume(String id, Path folder) {
        this.id = Objects.requireNonNull(id, "id");
        this.folder = folder;
    }

    /** A volume; the folder is null where it is not on a local disk, or not known. */
    public static Volume of(String id, Path folder) {
        return new Volume(id, folder);
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

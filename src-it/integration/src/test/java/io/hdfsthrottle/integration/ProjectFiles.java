package io.hdfsthrottle.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** The files that people wrote: neither what a build made nor what lies in hidden folders. */
final class ProjectFiles {

    private ProjectFiles() {}

    /** The paths below the root, with slashes, that are wanted. */
    static Set<String> below(Path root, Predicate<String> wanted) {
        Set<String> names = new TreeSet<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean made = name.equals("target") || name.startsWith(".");
                    return made && !folder.equals(root) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = root.relativize(file).toString();
                    if (wanted.test(name)) {
                        names.add(name);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return names;
    }
}

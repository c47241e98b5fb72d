package io.hdfsthrottle.containers;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The built distribution: its tarball and its documents. */
record Distribution(Path root, String version) {

    static Distribution built() {
        Repository repository = Repository.find();
        return new Distribution(repository.root(), repository.version());
    }

    /** The tarball. */
    Path tarball() {
        Path tarball = root.resolve("distribution/target/hdfs-throttle-" + version + "-bin.tar.gz");
        if (!Files.isRegularFile(tarball)) {
            throw new IllegalStateException(tarball + " is missing: run 'mvn package -DskipTests' in " + root);
        }
        return tarball;
    }

    /** The tarball unpacked in a folder; returns the folder that it makes there. */
    Path unpackedIn(Path folder) throws IOException, InterruptedException {
        tar("-xzf", tarball().toString(), "-C", folder.toString());
        return folder.resolve("hdfs-throttle-" + version);
    }

    /** A tarball with the same in the folder of another version. */
    Path tarballOf(String other, Path folder) throws IOException, InterruptedException {
        Path unpacked = unpackedIn(folder);
        Files.move(unpacked, unpacked.resolveSibling("hdfs-throttle-" + other));
        Path tarball = folder.resolve("hdfs-throttle-" + other + "-bin.tar.gz");
        tar("-I", "gzip -1", "-cf", tarball.toString(), "-C", folder.toString(), "hdfs-throttle-" + other);
        return tarball;
    }

    /** A page of the documents, for the hosts of a fleet. */
    FollowedPage page(String name) {
        try {
            return FollowedPage.of(name, Files.readString(root.resolve(name)), Fleet.GROUPS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void tar(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(arguments));
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("failed: " + String.join(" ", command));
        }
    }
}

package io.hdfsthrottle.containers;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The built distribution: its tarball and its installation document. */
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
        Process tar = new ProcessBuilder("tar", "-xzf", tarball().toString(), "-C", folder.toString())
                .inheritIO()
                .start();
        if (tar.waitFor() != 0) {
            throw new IOException("tar cannot unpack " + tarball());
        }
        return folder.resolve("hdfs-throttle-" + version);
    }

    /** The text of docs/install.md. */
    String installDocument() {
        try {
            return Files.readString(root.resolve("docs/install.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

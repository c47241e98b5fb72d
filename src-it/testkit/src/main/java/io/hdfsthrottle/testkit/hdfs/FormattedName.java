package io.hdfsthrottle.testkit.hdfs;

import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A NameNode's folder as formatting leaves it, made once for each release of Hadoop and copied for each cluster. */
record FormattedName(Path folder) {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** That of this release, below {@code target}; formatted by the rig where there is none. */
    static FormattedName of(Rig rig, HadoopHost host) {
        Path folder = rig.repository().root().resolve("src-it/hosts/target/formatted-" + host.release());
        return new FormattedName(Files.isDirectory(folder) ? folder : made(rig, host, folder));
    }

    private static Path made(Rig rig, HadoopHost host, Path folder) {
        Path fresh = rig.folder("format").resolve("name");
        List<Path> classPath = host.classPath(
                rig.folder("format/conf"),
                Map.of(
                        "fs.defaultFS",
                        "hdfs://127.0.0.1:1",
                        "dfs.namenode.name.dir",
                        fresh.toUri().toString()),
                List.of());
        rig.start(host.daemon("namenode-format", classPath, NameNode.MAIN, "-format", "-force", "-nonInteractive"))
                .awaitSuccess(LIMIT);
        return keep(fresh, folder);
    }

    /** Another JVM may have made it meanwhile; either will do. */
    private static Path keep(Path fresh, Path folder) {
        try {
            Files.createDirectories(folder.getParent());
            return Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException thereOrElsewhere) {
            return Files.isDirectory(folder) ? folder : fresh;
        }
    }

    void copyTo(Path target) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(folder.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }
}

package io.hdfsthrottle.containers;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * What the hosts of the tests are made of. Nothing is pulled: the engine has each image, or makes it from this host's
 * files.
 */
final class Images {

    static final List<Path> PROMETHEUS = List.of(Path.of("/usr/bin/prometheus"), Path.of("/usr/bin/promtool"));

    private static final Path MODULE = Path.of("src-it/containers");
    private static final Pattern OF_HDFS = Pattern.compile("hadoop-hdfs.*");
    private static final Pattern FOR_HDFS_ALONE = Pattern.compile("(netty-|commons-daemon|leveldbjni|HikariCP).*");

    private final Repository repository = Repository.find();

    /** A small Debian or Ubuntu with Java, sshd and systemd's tools. */
    String base() {
        return Engine.script("base-image");
    }

    /** A host that root of every other host reaches with ssh. */
    String host() {
        return of("host", base()).get();
    }

    /** The same with Hadoop in /opt/hadoop. */
    String hadoop(String host) {
        return of("hadoop", host).withFileFromPath("share", hadoopFromItsJars()).get();
    }

    /** The same with Spark in /opt/spark. */
    String spark(String host) {
        String version = System.getProperty("hdfs.throttle.spark.version");
        return of("spark", host)
                .withFileFromPath("spark", Path.of(Engine.script("spark", version)))
                .get();
    }

    /** The same with the Prometheus of this machine, as a service that is not started. */
    String prometheus(String host) {
        ImageFromDockerfile image = of("prometheus", host);
        PROMETHEUS.forEach(program -> image.withFileFromPath("bin/" + program.getFileName(), program));
        return image.get();
    }

    /** The same with hdfs-throttle in /opt/hdfs-throttle. */
    String throttle(String base, Path tarball) {
        return of("throttle", "throttle-" + base.replaceAll(".*/|:.*", ""), base)
                .withFileFromPath("distribution.tar.gz", tarball)
                .get();
    }

    private ImageFromDockerfile of(String name, String base) {
        return of(name, name, base);
    }

    private ImageFromDockerfile of(String folder, String name, String base) {
        return new ImageFromDockerfile("hdfs-throttle-test/" + name, false)
                .withFileFromPath(".", folder(folder))
                .withBuildArg("BASE", base);
    }

    private Path folder(String name) {
        return repository.root().resolve(MODULE).resolve("images").resolve(name);
    }

    /**
     * Hadoop's JARs where its archive has them: share/hadoop/{common,hdfs}, what they need in lib beside them; and in
     * share/hadoop/yarn what only YARN needs.
     */
    private Path hadoopFromItsJars() {
        Path share = repository.root().resolve(MODULE).resolve("target/hadoop/share");
        try {
            List<Path> hdfs = repository.host("hadoop-3.4");
            for (Path jar : hdfs) {
                copy(
                        jar,
                        share.resolve("hadoop").resolve(place(jar.getFileName().toString())));
            }
            for (Path jar : repository.host("hadoop-3.4-yarn")) {
                if (!hdfs.contains(jar)) {
                    copy(jar, share.resolve("hadoop/yarn"));
                }
            }
        } catch (IOException unable) {
            throw new UncheckedIOException("cannot lay out Hadoop in " + share, unable);
        }
        return share;
    }

    private static void copy(Path jar, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.copy(jar, folder.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String place(String jar) {
        if (OF_HDFS.matcher(jar).matches()) {
            return "hdfs";
        }
        if (jar.startsWith("hadoop-common-")) {
            return "common";
        }
        return FOR_HDFS_ALONE.matcher(jar).matches() ? "hdfs/lib" : "common/lib";
    }
}

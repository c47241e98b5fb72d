package io.hdfsthrottle.containers;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Pattern;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * What the hosts of the tests are made of. Nothing is pulled: the engine has each image, or makes it from this host's
 * files.
 */
final class Images {

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
        return of("hadoop", host)
                .withFileFromPath("share", hadoopFromItsJars())
                .withFileFromPath("etc", folder("hadoop").resolve("etc"))
                .withFileFromPath("bin", folder("hadoop").resolve("bin"))
                .get();
    }

    /** The same with Spark in /opt/spark. */
    String spark(String host) {
        String version = System.getProperty("hdfs.throttle.spark.version");
        return of("spark", host)
                .withFileFromPath("spark", Path.of(Engine.script("spark", version)))
                .get();
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
        ImageFromDockerfile image = new ImageFromDockerfile("hdfs-throttle-test/" + name, false)
                .withFileFromPath("Dockerfile", folder(folder).resolve("Dockerfile"))
                .withBuildArg("BASE", base);
        Path start = folder(folder).resolve("start");
        return Files.exists(start) ? image.withFileFromPath("start", start) : image;
    }

    private Path folder(String name) {
        return repository.root().resolve(MODULE).resolve("images").resolve(name);
    }

    /** Hadoop's JARs where its archive has them: share/hadoop/{common,hdfs}, what they need in lib beside them. */
    private Path hadoopFromItsJars() {
        Path share = repository.root().resolve(MODULE).resolve("target/hadoop/share");
        try {
            for (Path jar : repository.host("hadoop-3.4")) {
                Path folder =
                        share.resolve("hadoop").resolve(place(jar.getFileName().toString()));
                Files.createDirectories(folder);
                Files.copy(jar, folder.resolve(jar.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException unable) {
            throw new UncheckedIOException("cannot lay out Hadoop in " + share, unable);
        }
        return share;
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

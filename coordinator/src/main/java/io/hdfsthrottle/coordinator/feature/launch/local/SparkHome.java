package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Product;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Version;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** An unpacked Spark distribution. */
record SparkHome(Path folder) {
    /** Why that version cannot run; empty if it can. */
    String trouble(Product product, Version version) {
        Path program = folder.resolve(product.kind() == Kind.STANDALONE ? "bin/spark-class" : "bin/spark-submit");
        if (!Files.isExecutable(program)) {
            return program + " is not there, or cannot be executed (launch.spark.home)";
        }
        if (product.kind() == Kind.STANDALONE || isArgument(version)) {
            return "";
        }
        List<Path> jars = jars(version);
        return jars.size() == 1
                ? ""
                : jars.size() + " files are called " + folder.resolve(version.jar()) + "; there has to be one";
    }

    /** @throws IOException if it cannot use that YARN; the message names the setting */
    void requireYarn(Path conf) throws IOException {
        if (!Files.isReadable(conf.resolve("yarn-site.xml"))) {
            throw new IOException("launch.yarn.conf = " + conf
                    + " has no yarn-site.xml that can be read; a good value is /etc/hadoop/conf");
        }
        if (files(folder.resolve("jars/spark-yarn_*.jar")).isEmpty()) {
            throw new IOException("launch.spark.home = " + folder
                    + " has no jars/spark-yarn_*.jar; a good value is where a Spark with YARN was unpacked");
        }
    }

    /** The jar of a version; empty if it has none below Spark's home. */
    String jar(Version version) throws IOException {
        if (version.jar().isEmpty() || isArgument(version)) {
            return "";
        }
        List<Path> jars = jars(version);
        if (jars.size() != 1) {
            throw new IOException(folder.resolve(version.jar()) + " is not one file");
        }
        return jars.get(0).toString();
    }

    /**
     * The JAR of hdfs-throttle's Spark plugin: among Spark's own, else where this distribution has it.
     *
     * @param lib the folder {@code lib} of the distribution
     */
    Optional<Path> plugin(Path lib) {
        return Stream.of(folder.resolve("jars"), lib.resolve("spark"))
                .flatMap(place -> files(place.resolve("hdfs-throttle-spark-*.jar")).stream())
                .findFirst();
    }

    private static boolean isArgument(Version version) {
        return version.jar().startsWith("{");
    }

    private List<Path> jars(Version version) {
        Path named = folder.resolve(version.jar()).normalize();
        return named.startsWith(folder.normalize()) && named.getParent() != null ? files(named) : List.of();
    }

    /** The files of that name; {@code *} may stand for a part of it. */
    private static List<Path> files(Path named) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(named.getParent(), named.getFileName().toString())) {
            files.forEach(found::add);
        } catch (IOException none) {
            return List.of();
        }
        return found;
    }
}

package io.hdfsthrottle.coordinator.launch.local;

import io.hdfsthrottle.coordinator.launch.Product;
import io.hdfsthrottle.coordinator.launch.Product.Kind;
import io.hdfsthrottle.coordinator.launch.Product.Version;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Spark, as it was unpacked.
 *
 * @param folder where
 */
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

    private static boolean isArgument(Version version) {
        return version.jar().startsWith("{");
    }

    private List<Path> jars(Version version) {
        Path named = folder.resolve(version.jar()).normalize();
        List<Path> jars = new ArrayList<>();
        if (named.startsWith(folder.normalize()) && named.getParent() != null) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(
                    named.getParent(), named.getFileName().toString())) {
                files.forEach(jars::add);
            } catch (IOException none) {
                return List.of();
            }
        }
        return jars;
    }
}

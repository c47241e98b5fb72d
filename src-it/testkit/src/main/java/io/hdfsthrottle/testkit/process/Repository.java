package io.hdfsthrottle.testkit.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * The built project: the files that {@code mvn package} leaves for the rig. If one is missing, the message says how to
 * build it, instead of a ClassNotFoundException later.
 */
public record Repository(Path root) {

    private static final Pattern REVISION = Pattern.compile("-Drevision=(\\S+)");

    /** Finds the project around the current folder. */
    public static Repository find() {
        Path here = Path.of("").toAbsolutePath();
        return Stream.iterate(here, folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve("src-it/hosts")))
                .findFirst()
                .map(Repository::new)
                .orElseThrow(() -> new IllegalStateException("not inside a clone of hdfs-throttle: " + here));
    }

    /** The project's version, which {@code .mvn/maven.config} sets for every module. */
    public String version() {
        Matcher revision = REVISION.matcher(text(".mvn/maven.config"));
        if (!revision.find()) {
            throw new IllegalStateException(".mvn/maven.config sets no -Drevision");
        }
        return revision.group(1);
    }

    /** The class path of a host module, for instance {@code hadoop-3.4}. */
    public List<Path> host(String name) {
        String[] jars =
                text("src-it/hosts/" + name + "/target/classpath").trim().split(":", -1);
        return Stream.of(jars).map(Path::of).toList();
    }

    /** The folder that holds Hadoop's native library for this machine's processor. */
    public Path nativeLibrary() {
        String processor = System.getProperty("os.arch");
        return built("src-it/hosts/native/target/nativelib/Linux-" + processor + "/libhadoop.so")
                .getParent();
    }

    /** The release of a host module, from the name of one of its JARs: {@code <artifact>-<release>.jar}. */
    public static String release(List<Path> jars, String artifact) {
        Pattern name = Pattern.compile(Pattern.quote(artifact) + "(?:_[0-9.]+)?-([0-9][0-9.]*)\\.jar");
        return jars.stream()
                .map(jar -> name.matcher(jar.getFileName().toString()))
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + artifact + " among " + jars));
    }

    public Path datanodeHook() {
        return built("datanode-hook/target/hdfs-throttle-datanode-" + version() + ".jar");
    }

    public Path sparkPlugin() {
        return built("spark-plugin/target/hdfs-throttle-spark-" + version() + ".jar");
    }

    public Path jobs() {
        return built("src-it/jobs/target/hdfs-throttle-jobs-" + version() + ".jar");
    }

    public List<Path> coordinator() {
        Path jar = built("coordinator/target/hdfs-throttle-coordinator-" + version() + ".jar");
        return List.of(jar, built("coordinator/target/lib").resolve("*"));
    }

    private String text(String path) {
        return Uncheck.get(() -> Files.readString(built(path)));
    }

    private Path built(String path) {
        Path file = root.resolve(path);
        if (!Files.exists(file)) {
            throw new IllegalStateException(path + " is missing: run 'mvn package -DskipTests' in " + root);
        }
        return file;
    }
}

package io.hdfsthrottle.testkit.spark;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One version of Spark, laid out as its distribution is: {@code jars/} and {@code conf/} in a home folder. */
public final class SparkHost {

    private static final String LOGGING = """
            status = error
            rootLogger.level = info
            rootLogger.appenderRef.stderr.ref = console
            appender.console.type = Console
            appender.console.name = console
            appender.console.target = SYSTEM_ERR
            appender.console.layout.type = PatternLayout
            appender.console.layout.pattern = %d{ISO8601} %p %c{1}: %m%n
            """;

    private final Path home;
    private final String release;
    private final String scala;
    private final List<String> jvmFlags;
    private final Map<String, String> environment;

    private SparkHost(Path home, String release, String scala, List<String> jvmFlags, Map<String, String> environment) {
        this.home = home;
        this.release = release;
        this.scala = scala;
        this.jvmFlags = List.copyOf(jvmFlags);
        this.environment = Map.copyOf(environment);
    }

    /** The host module {@code spark-<version>}, for instance 3.5, linked into the rig's folder. */
    public static SparkHost version(Rig rig, String version) {
        List<Path> jars = rig.repository().host("spark-" + version);
        Path home = rig.folder("spark-" + version);
        try {
            for (Path jar : jars) {
                Path link = rig.folder("spark-" + version + "/jars").resolve(jar.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, jar);
            }
            Files.writeString(rig.folder("spark-" + version + "/conf").resolve("log4j2.properties"), LOGGING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lay out " + home, e);
        }
        return new SparkHost(home, Repository.release(jars, "spark-sql"), scala(jars), moduleOptions(jars), Map.of());
    }

    /** For instance 2.13: a Worker requires it to start executors, as {@code bin/spark-class} sets it. */
    private static String scala(List<Path> jars) {
        return Repository.release(jars, "scala-library").replaceFirst("\\.\\d+$", "");
    }

    /** Its full version, for instance 3.5.9. */
    public String release() {
        return release;
    }

    /** The same Spark with more flags for JVMs started here; executors get theirs from Spark's settings. */
    public SparkHost withFlags(List<String> more) {
        return new SparkHost(
                home,
                release,
                scala,
                Stream.concat(jvmFlags.stream(), more.stream()).toList(),
                environment);
    }

    /** The same Spark with these additional environment variables. */
    public SparkHost withEnvironment(Map<String, String> variables) {
        return new SparkHost(home, release, scala, jvmFlags, variables);
    }

    /**
     * Adds {@code bin/spark-submit}, and examples in place of Spark's own, which Maven does not have; returns the home,
     * for code that launches applications from an unpacked distribution.
     */
    public Path withPrograms(Path examples) {
        Path program = home.resolve("bin/spark-submit");
        List<String> words = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        words.addAll(jvmFlags);
        words.addAll(List.of("-Xmx512m", "-cp", home.resolve("conf") + ":" + home.resolve("jars/*")));
        String quoted = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "))
                + "${HADOOP_CONF_DIR:+:$HADOOP_CONF_DIR} org.apache.spark.deploy.SparkSubmit";
        try {
            Files.createDirectories(program.getParent());
            Files.writeString(program, "#!/bin/sh\nexec " + quoted + " \"$@\"\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path folder = Files.createDirectories(home.resolve("examples/jars"));
            Files.createSymbolicLink(folder.resolve("spark-examples_" + scala + "-" + release + ".jar"), examples);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        return home;
    }

    /** Its configuration folder, which is on every class path. */
    public Path conf() {
        return home.resolve("conf");
    }

    /** The packages that this Spark needs opened, according to its own launcher. */
    private static List<String> moduleOptions(List<Path> jars) {
        URL[] launcher = jars.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("spark-launcher"))
                .map(SparkHost::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(launcher, null)) {
            Object options = loader.loadClass("org.apache.spark.launcher.JavaModuleOptions")
                    .getMethod("defaultModuleOptions")
                    .invoke(null);
            return List.of(((String) options).trim().split(" +", -1));
        } catch (IOException
                | ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InvocationTargetException e) {
            throw new IllegalStateException("this Spark's launcher does not tell its module options", e);
        }
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process of this Spark, listening on the loopback address only. */
    public JavaCommand command(Rig rig, String name, String mainClass, List<String> arguments) {
        return JavaCommand.daemon(
                        name,
                        List.of(home.resolve("conf"), home.resolve("jars").resolve("*")),
                        mainClass,
                        arguments.toArray(String[]::new))
                .withFlags(jvmFlags)
                .withFlags(List.of("-Xmx512m"))
                .withEnvironment(environment(rig));
    }

    private Map<String, String> environment(Rig rig) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put("SPARK_HOME", home.toString());
        all.put("SPARK_CONF_DIR", home.resolve("conf").toString());
        all.put("SPARK_SCALA_VERSION", scala);
        all.put("SPARK_LOCAL_IP", Ports.LOOPBACK);
        all.put("SPARK_LOCAL_HOSTNAME", Ports.LOOPBACK);
        all.put("SPARK_LOCAL_DIRS", rig.folder("spark-local").toString());
        return all;
    }
}

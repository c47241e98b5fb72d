package io.hdfsthrottle.testkit.spark;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;

/**
 * One version of Spark, laid out as its distribution is: {@code jars/} and {@code conf/} in a home folder.
 *
 * @param release its full version, for instance 3.5.9
 * @param scala for instance 2.13: a Worker requires it to start executors, as {@code bin/spark-class} sets it
 */
public record SparkHost(
        Path home,
        List<Path> jars,
        String release,
        String scala,
        List<String> jvmFlags,
        Map<String, String> environment) {

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

    /** The host module {@code spark-<version>}, for instance 3.5, linked into the rig's folder. */
    public static SparkHost version(Rig rig, String version) {
        List<Path> jars = rig.repository().host("spark-" + version);
        Path home = rig.folder("spark-" + version);
        Path linked = rig.folder("spark-" + version + "/jars");
        Path conf = rig.folder("spark-" + version + "/conf");
        Uncheck.run(() -> {
            for (Path jar : jars) {
                Path link = linked.resolve(jar.getFileName());
                Files.deleteIfExists(link);
                Files.createSymbolicLink(link, jar);
            }
            Files.writeString(conf.resolve("log4j2.properties"), LOGGING);
        });
        String scala = Repository.release(jars, "scala-library").replaceFirst("\\.\\d+$", "");
        return new SparkHost(home, jars, Repository.release(jars, "spark-sql"), scala, moduleOptions(jars), Map.of());
    }

    /** The same Spark with more flags for JVMs started here; executors get theirs from Spark's settings. */
    public SparkHost withFlags(List<String> more) {
        List<String> flags = Stream.concat(jvmFlags.stream(), more.stream()).toList();
        return new SparkHost(home, jars, release, scala, flags, environment);
    }

    public SparkHost withEnvironment(Map<String, String> variables) {
        return new SparkHost(home, jars, release, scala, jvmFlags, variables);
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
        Uncheck.run(() -> {
            Files.createDirectories(program.getParent());
            Files.writeString(program, "#!/bin/sh\nexec " + quoted + " \"$@\"\n");
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path folder = Files.createDirectories(home.resolve("examples/jars"));
            Files.createSymbolicLink(folder.resolve("spark-examples_" + scala + "-" + release + ".jar"), examples);
        });
        return home;
    }

    public Path conf() {
        return home.resolve("conf");
    }

    /** The packages that this Spark needs opened, according to its own launcher. */
    private static List<String> moduleOptions(List<Path> jars) {
        URL[] launcher = jars.stream()
                .filter(jar -> jar.getFileName().toString().startsWith("spark-launcher"))
                .map(jar -> Uncheck.get(() -> jar.toUri().toURL()))
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(launcher, null)) {
            Object options = loader.loadClass("org.apache.spark.launcher.JavaModuleOptions")
                    .getMethod("defaultModuleOptions")
                    .invoke(null);
            return List.of(((String) options).trim().split(" +", -1));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("this Spark's launcher does not tell its module options", e);
        }
    }

    /** A process of this Spark, listening on the loopback address only. */
    public JavaCommand command(Rig rig, String name, String mainClass, List<String> arguments) {
        List<Path> classPath = Stream.concat(jars.stream(), Stream.of(conf())).toList();
        return JavaCommand.daemon(name, classPath, mainClass, arguments.toArray(String[]::new))
                .withFlags(jvmFlags)
                .withFlags(List.of("-Xmx512m"))
                .withEnvironment(environment)
                .withEnvironment(Map.of(
                        "SPARK_HOME",
                        home.toString(),
                        "SPARK_CONF_DIR",
                        conf().toString(),
                        "SPARK_SCALA_VERSION",
                        scala,
                        "SPARK_LOCAL_IP",
                        Ports.LOOPBACK,
                        "SPARK_LOCAL_HOSTNAME",
                        Ports.LOOPBACK,
                        "SPARK_LOCAL_DIRS",
                        rig.folder("spark-local").toString()));
    }
}

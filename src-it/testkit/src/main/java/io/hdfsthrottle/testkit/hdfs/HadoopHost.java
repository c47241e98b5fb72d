package io.hdfsthrottle.testkit.hdfs;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One version of Hadoop: its JARs, and the configuration folders that its daemons need besides. */
public final class HadoopHost {

    /**
     * The library is Hadoop 3.3.5's. 3.5 loads it, but changed the native method that begins NativeIO
     * ({@code initNative}), and runs without NativeIO.
     */
    private static final String FITS = "3.4.";

    private static final String LOGGING = """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.target=System.err
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
            """;

    private final Repository repository;
    private final List<Path> jars;
    private final List<String> jvmFlags;

    private HadoopHost(Repository repository, List<Path> jars, List<String> jvmFlags) {
        this.repository = repository;
        this.jars = jars;
        this.jvmFlags = jvmFlags;
    }

    /** The host module {@code hadoop-<version>}, for instance 3.4. */
    public static HadoopHost version(Repository repository, String version) {
        return new HadoopHost(repository, repository.host("hadoop-" + version), List.of());
    }

    /**
     * The same Hadoop, its daemons with Hadoop's native library as a Hadoop distribution starts them. DataNodes then
     * read ahead on threads of their own, unless {@code dfs.datanode.readahead.bytes} is 0.
     *
     * @throws IllegalStateException if the library available from Maven does not fit this Hadoop
     */
    public HadoopHost withNativeLibrary() {
        if (!release().startsWith(FITS)) {
            throw new IllegalStateException("the native library fits Hadoop " + FITS + "x only: NativeIO of "
                    + release() + " does not work with it");
        }
        return new HadoopHost(repository, jars, List.of("-Djava.library.path=" + repository.nativeLibrary()));
    }

    /** The same Hadoop, all its daemons with these additional JVM flags. */
    public HadoopHost withFlags(List<String> more) {
        List<String> flags = new ArrayList<>(jvmFlags);
        flags.addAll(more);
        return new HadoopHost(repository, jars, flags);
    }

    /** One of its daemons on that class path. */
    JavaCommand daemon(String name, List<Path> classPath, String mainClass, String... arguments) {
        return JavaCommand.daemon(name, classPath, mainClass, arguments).withFlags(jvmFlags);
    }

    /**
     * One of its daemons, whose class path begins with a new configuration folder.
     *
     * @param sites the properties in each of its files, by their names without {@code .xml}
     */
    public JavaCommand command(String name, Path folder, Map<String, Map<String, String>> sites, String mainClass) {
        List<Path> classPath = new ArrayList<>(List.of(folder));
        classPath.addAll(jars);
        try {
            Files.writeString(folder.resolve("log4j.properties"), LOGGING);
            for (Map.Entry<String, Map<String, String>> site : sites.entrySet()) {
                Files.writeString(folder.resolve(site.getKey() + ".xml"), SiteXml.of(site.getValue()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the configuration in " + folder, e);
        }
        return daemon(name, classPath, mainClass);
    }

    /** Its full version, for instance 3.4.3. */
    public String release() {
        return Repository.release(jars, "hadoop-hdfs");
    }

    /**
     * A class path that starts with a new configuration folder. Hadoop's daemons look there for their web applications,
     * which the JARs do not contain: empty ones suffice.
     */
    List<Path> classPath(Path folder, Map<String, String> hdfsSite, List<Path> additions) {
        try {
            for (String webApplication : List.of("hdfs", "datanode", "static")) {
                Files.createDirectories(folder.resolve("webapps").resolve(webApplication));
            }
            Files.writeString(folder.resolve("log4j.properties"), LOGGING);
            Files.writeString(folder.resolve("core-site.xml"), SiteXml.of(ofCore(hdfsSite)));
            Files.writeString(folder.resolve("hdfs-site.xml"), SiteXml.of(hdfsSite));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the configuration in " + folder, e);
        }
        List<Path> classPath = new ArrayList<>();
        classPath.add(folder);
        classPath.addAll(additions);
        classPath.addAll(jars);
        return classPath;
    }

    /** Whether Kerberos is used is read before hdfs-site.xml is. */
    private static Map<String, String> ofCore(Map<String, String> site) {
        Map<String, String> core = new TreeMap<>(site);
        core.keySet().removeIf(key -> !key.startsWith("hadoop.security."));
        return core;
    }
}

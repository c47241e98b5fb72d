package io.hdfsthrottle.testkit.hdfs;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.apache.hadoop.conf.Configuration;

/** One version of Hadoop: its JARs, and the configuration folders that its daemons need besides. */
public record HadoopHost(Repository repository, List<Path> jars, List<String> jvmFlags) {

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

    public static HadoopHost version(Repository repository, String version) {
        return new HadoopHost(repository, repository.host("hadoop-" + version), List.of());
    }

    /**
     * The same Hadoop, its daemons with Hadoop's native library as a Hadoop distribution starts them. DataNodes then
     * read ahead on threads of their own, unless {@code dfs.datanode.readahead.bytes} is 0. An IllegalStateException if
     * the library available from Maven does not fit this Hadoop.
     */
    public HadoopHost withNativeLibrary() {
        if (!release().startsWith(FITS)) {
            throw new IllegalStateException("the native library fits Hadoop " + FITS + "x only: NativeIO of "
                    + release() + " does not work with it");
        }
        return withFlags(List.of("-Djava.library.path=" + repository.nativeLibrary()));
    }

    /** The same Hadoop, all its daemons with these additional JVM flags. */
    public HadoopHost withFlags(List<String> more) {
        List<String> all = Stream.concat(jvmFlags.stream(), more.stream()).toList();
        return new HadoopHost(repository, jars, all);
    }

    public String release() {
        return Repository.release(jars, "hadoop-hdfs");
    }

    public JavaCommand daemon(String name, List<Path> classPath, String mainClass, String... arguments) {
        return JavaCommand.daemon(name, classPath, mainClass, arguments).withFlags(jvmFlags);
    }

    /** A class path that ends with a new configuration folder, of these files without {@code .xml}. */
    public List<Path> classPath(Path folder, Map<String, Map<String, String>> sites, List<Path> additions) {
        Uncheck.get(() -> Files.writeString(folder.resolve("log4j.properties"), LOGGING));
        sites.forEach((name, site) -> write(folder.resolve(name + ".xml"), site));
        return Stream.of(additions, jars, List.of(folder)).flatMap(List::stream).toList();
    }

    /**
     * The class path of a daemon of HDFS. They look there for their web applications, which the JARs do not contain:
     * empty ones suffice. Whether Kerberos is used is read before hdfs-site.xml is.
     */
    List<Path> hdfsClassPath(Path folder, Map<String, String> site, List<Path> additions) {
        for (String webApplication : List.of("hdfs", "datanode", "static")) {
            Uncheck.get(() -> Files.createDirectories(folder.resolve("webapps").resolve(webApplication)));
        }
        Map<String, String> core = new TreeMap<>(site);
        core.keySet().removeIf(key -> !key.startsWith("hadoop.security."));
        return classPath(folder, Map.of("core-site", core, "hdfs-site", site), additions);
    }

    /**
     * Replaces the file at once. Classes read it when they are first used: if {@code BlockSender}'s initialiser finds half
     * of it, that DataNode serves no read until it is restarted.
     */
    static void write(Path file, Map<String, String> properties) {
        Configuration site = new Configuration(false);
        properties.forEach(site::set);
        StringWriter xml = new StringWriter();
        Uncheck.run(() -> site.writeXml(xml));
        Path fresh = file.resolveSibling(file.getFileName() + ".fresh");
        Uncheck.get(() -> Files.writeString(fresh, xml.toString()));
        Uncheck.get(() -> Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE));
    }

    /** The attributes of a bean on a daemon's {@code /jmx} page; empty when there is none. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> bean(URI daemon, String name) throws IOException {
        URI address = daemon.resolve("/jmx?qry=" + URLEncoder.encode(name, StandardCharsets.UTF_8));
        List<?> beans = (List<?>) LocalHttp.PLAIN.get(address).get("beans");
        return beans.isEmpty() ? Map.of() : (Map<String, Object>) beans.get(0);
    }
}

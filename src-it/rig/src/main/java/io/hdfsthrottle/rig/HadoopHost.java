package io.hdfsthrottle.rig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One version of Hadoop: its JARs, and the configuration folders its daemons need beside them. */
public final class HadoopHost {

    private static final String LOGGING = """
            log4j.rootLogger=INFO,console
            log4j.appender.console=org.apache.log4j.ConsoleAppender
            log4j.appender.console.target=System.err
            log4j.appender.console.layout=org.apache.log4j.PatternLayout
            log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
            """;

    private final List<Path> jars;

    private HadoopHost(List<Path> jars) {
        this.jars = jars;
    }

    /** The host module {@code hadoop-<version>}, for instance 3.4. */
    public static HadoopHost version(Repository repository, String version) {
        return new HadoopHost(repository.host("hadoop-" + version));
    }

    /** Its full version, for instance 3.4.3. */
    public String release() {
        return Repository.release(jars, "hadoop-hdfs");
    }

    /**
     * A class path that starts with a new configuration folder. Hadoop's daemons look for their web applications
     * there, which the JARs do not hold: empty ones do.
     */
    List<Path> classPath(Path folder, Map<String, String> hdfsSite, List<Path> additions) {
        try {
            for (String webApplication : List.of("hdfs", "datanode", "static")) {
                Files.createDirectories(folder.resolve("webapps").resolve(webApplication));
            }
            Files.writeString(folder.resolve("log4j.properties"), LOGGING);
            Files.writeString(folder.resolve("core-site.xml"), SiteXml.of(Map.of()));
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
}

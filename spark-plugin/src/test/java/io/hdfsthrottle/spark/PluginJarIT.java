package io.hdfsthrottle.spark;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is in the JAR that users put on Spark's class path. */
final class PluginJarIT {

    private static final int JAVA_11 = 55;
    private static final String OURS = "io/hdfsthrottle/spark/";
    private static final Path FILE = Path.of(System.getProperty("plugin.jar"));
    private static final Pattern PAPERS = Pattern.compile(
            "META-INF/(MANIFEST\\.MF|NOTICE|([A-Za-z-]+-)?LICENSE|services/(io\\.hdfsthrottle\\.shaded\\..+|org\\.apache\\..+))");

    private static final Set<String> MADE_BY_HOSTS = Set.of(
            OURS + "TaggedFileSystem.class",
            OURS + "ThrottlePlugin.class",
            OURS + "ThrottleTokenProvider.class",
            OURS + "ThrottleTokenIdentifier.class");

    /** What the packages of the plugin show each other. */
    private static final Set<String> SHOWN_TO_THE_PLUGIN = Set.of(
            OURS + "localio/DriverIo.class",
            OURS + "localio/DriverIo$Coordinator.class",
            OURS + "localio/ExecutorIo.class",
            OURS + "localio/ExecutorIo$Driver.class",
            OURS + "part/PartFiles.class",
            OURS + "part/PartFiles$Maker.class",
            OURS + "part/DistinguishedParts.class",
            OURS + "replica/ClientField.class",
            OURS + "replica/DriverEntitlement.class",
            OURS + "replica/DriverEntitlement$Asks.class",
            OURS + "replica/ExecutorEntitlement.class",
            OURS + "replica/ExecutorEntitlement$Driver.class",
            OURS + "appointment/DriverAppointments.class",
            OURS + "appointment/DriverAppointments$Coordinator.class",
            OURS + "appointment/TaskAppointments.class",
            OURS + "appointment/TaskAppointments$Driver.class",
            OURS + "appointment/TaskAppointments$Length.class",
            OURS + "waiting/DriverWaits.class",
            OURS + "waiting/DriverWaits$Asks.class",
            OURS + "waiting/PatientSpeculation.class",
            OURS + "waiting/RunTimes.class",
            OURS + "waiting/WaitedForBandwidth.class");

    private static JarFile jar;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(FILE.toFile());
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void everyEntry_isOursOrAPaper() {
        assertThat(entries())
                .allMatch(name -> name.startsWith("io/hdfsthrottle/")
                        || PAPERS.matcher(name).matches())
                .contains(
                        "META-INF/LICENSE",
                        "META-INF/NOTICE",
                        OURS + "ThrottlePlugin.class",
                        OURS + "TaggedFileSystem.class",
                        "io/hdfsthrottle/link/HttpLink.class",
                        "io/hdfsthrottle/identity/AppTag.class")
                .anyMatch(name -> name.startsWith("io/hdfsthrottle/shaded/jackson/"))
                .noneMatch(name -> name.endsWith("Test.class"));
    }

    @Test
    void everyClass_runsOnJava11() throws IOException {
        for (String name : classes("")) {
            int major = ByteBuffer.wrap(bytes(name)).getShort(6);
            assertThat(major).as(name).isLessThanOrEqualTo(JAVA_11);
        }
    }

    @Test
    void noClass_speaksOfWhatDiffersBetweenScalaVersions() throws IOException {
        for (String name : classes(OURS)) {
            assertThat(new String(bytes(name), ISO_8859_1)).as(name).doesNotContain("scala/collection");
        }
    }

    @Test
    void jsonLibrary_isUsedWhereItWasMovedTo() throws IOException {
        for (String name : classes("")) {
            assertThat(new String(bytes(name), ISO_8859_1)).as(name).doesNotContain("com/fasterxml/");
        }
    }

    @Test
    void services_nameClassesOfOurs() throws IOException {
        assertThat(text("META-INF/services/org.apache.spark.security.HadoopDelegationTokenProvider"))
                .isEqualTo(ThrottleTokenProvider.class.getName());
        assertThat(text("META-INF/services/org.apache.hadoop.security.token.TokenIdentifier"))
                .isEqualTo(ThrottleTokenIdentifier.class.getName());
    }

    private static String text(String name) {
        return new String(bytes(name), ISO_8859_1).strip();
    }

    @Test
    void publicClasses_areThoseThatHostsMake() throws IOException, ClassNotFoundException {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {FILE.toUri().toURL()}, getClass().getClassLoader())) {
            for (String name : classes(OURS)) {
                Class<?> loaded = Class.forName(className(name), false, loader);
                assertThat(Modifier.isPublic(loaded.getModifiers()))
                        .as(name)
                        .isEqualTo(MADE_BY_HOSTS.contains(name) || SHOWN_TO_THE_PLUGIN.contains(name));
            }
        }
    }

    private static String className(String entry) {
        return entry.replace('/', '.').substring(0, entry.length() - ".class".length());
    }

    private static List<String> entries() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .collect(Collectors.toUnmodifiableList());
    }

    private static List<String> classes(String folder) {
        List<String> classes = entries().stream()
                .filter(name -> name.startsWith(folder) && name.endsWith(".class") && !name.endsWith("-info.class"))
                .collect(Collectors.toUnmodifiableList());
        assertThat(classes).isNotEmpty();
        return classes;
    }

    private static byte[] bytes(String name) {
        try {
            return jar.getInputStream(jar.getJarEntry(name)).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.hdfsthrottle.datanode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.SigningKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is in the JAR that operators put on a DataNode's class path. */
final class PluginJarIT {

    private static final int JAVA_11 = 55;

    private static JarFile jar;

    @BeforeAll
    static void open() throws IOException {
        jar = new JarFile(Path.of(System.getProperty("plugin.jar")).toFile());
    }

    @AfterAll
    static void close() throws IOException {
        jar.close();
    }

    @Test
    void everyEntry_isOursOrAPaper() {
        assertThat(entries())
                .allMatch(name -> name.startsWith("io/hdfsthrottle/")
                        || name.startsWith("META-INF/")
                        || name.startsWith("com/kenai/jffi/")
                        || name.startsWith("jni/"))
                .contains(
                        "io/hdfsthrottle/datanode/ThrottlePlugin.class",
                        "io/hdfsthrottle/agent/ThrottleAgent.class",
                        "io/hdfsthrottle/law/Scheduler.class",
                        "io/hdfsthrottle/queue/VolumeQueue.class")
                .anyMatch(name -> name.startsWith("io/hdfsthrottle/shaded/jackson/"))
                .noneMatch(name -> name.startsWith("META-INF/versions/") || name.startsWith("META-INF/maven/"))
                .noneMatch(name -> name.endsWith("Test.class"));
    }

    @Test
    void nativeCode_isThatOfDataNodesAlone_andKeepsTheNameThatItExports() {
        assertThat(entries())
                .filteredOn(name -> name.startsWith("jni/"))
                .containsExactlyInAnyOrder("jni/x86_64-Linux/libjffi-1.2.so", "jni/aarch64-Linux/libjffi-1.2.so");
        assertThat(entries())
                .contains("com/kenai/jffi/Foreign.class", "io/hdfsthrottle/shaded/jnr/ffi/LibraryLoader.class")
                .anyMatch(name -> name.startsWith("io/hdfsthrottle/shaded/asm/"))
                .contains("META-INF/ASM-LICENSE", "META-INF/JNR-ASSEMBLER-LICENSE", "META-INF/BOUNCY-CASTLE-LICENSE");
    }

    @Test
    void nothingOfAHostsIsCarried_underItsOwnNameOrAnother() {
        assertThat(entries())
                .noneMatch(name -> name.matches(
                        ".*(slf4j|hadoop|curator|zookeeper|guava|com/google|netty|jetty|databind|micrometer).*"));
    }

    @Test
    void everyClass_runsOnJava11() {
        for (String name : classes()) {
            int major = ByteBuffer.wrap(bytes(name)).getShort(6);
            assertThat(major).as(name).isLessThanOrEqualTo(JAVA_11);
        }
    }

    @Test
    void libraries_areUsedWhereTheyWereMovedTo() {
        for (String name : classes()) {
            assertThat(new String(bytes(name), ISO_8859_1))
                    .as(name)
                    .doesNotContain("com/fasterxml/")
                    .doesNotContain("org/objectweb/asm")
                    .doesNotContain("io/hdfsthrottle/shaded/kenai");
        }
    }

    /** Of the library that verifies tags only a part is in the JAR. */
    @Test
    void tag_isVerifiedByWhatTheJarHasAlone() throws Exception {
        SigningKeys keys = SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32])));
        String tag = keys.sign("c", "app", "alice", 7).toString();
        URL[] alone = {Path.of(System.getProperty("plugin.jar")).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(alone, ClassLoader.getPlatformClassLoader())) {
            Class<?> nodeKey = loader.loadClass(NodeKey.class.getName());
            Class<?> appTag = loader.loadClass(AppTag.class.getName());
            Object key = nodeKey.getMethod("parse", List.class)
                    .invoke(null, keys.nodeKey("c", "dn", 7).lines());
            Optional<?> read =
                    (Optional<?>) appTag.getMethod("parse", String.class).invoke(null, tag);
            Method verifies = nodeKey.getMethod("verifies", appTag, String.class, String.class, long.class);

            assertThat(verifies.invoke(key, read.orElseThrow(), "c", "alice", 7L))
                    .isEqualTo(true);
            assertThat(verifies.invoke(key, read.orElseThrow(), "c", "bob", 7L)).isEqualTo(false);
        }
    }

    @Test
    void everyService_isOneOfTheJarsOwnClasses() {
        for (String name : entries()) {
            if (name.startsWith("META-INF/services/")) {
                assertThat(name).startsWith("META-INF/services/io.hdfsthrottle.shaded.");
                assertThat(new String(bytes(name), ISO_8859_1).lines())
                        .allMatch(line -> line.startsWith("io.hdfsthrottle.shaded."));
            }
        }
    }

    private static List<String> entries() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(JarEntry::getName)
                .collect(Collectors.toUnmodifiableList());
    }

    private static List<String> classes() {
        List<String> classes =
                entries().stream().filter(name -> name.endsWith(".class")).collect(Collectors.toUnmodifiableList());
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

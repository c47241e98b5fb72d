package io.hdfsthrottle.integration;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sbin/enable-datanode-hook} and {@code sbin/disable-datanode-hook} on the folders of a Hadoop installation. */
final class HookScriptsTest {
    private static final String SITE = "<?xml version=\"1.0\"?>\n<configuration>\n</configuration>\n";
    private static final String PLUGIN = "io.hdfsthrottle.datanode.ThrottlePlugin";

    private final Path root = Repository.find().root();

    @TempDir
    private Path folder;

    private Path home;
    private Path site;
    private Path link;
    private Path jar;

    private record Result(int code, String said) {}

    @BeforeEach
    void layOutHadoop() throws IOException {
        home = folder.resolve("hadoop");
        site = home.resolve("etc/hadoop/hdfs-site.xml");
        link = home.resolve("share/hadoop/hdfs/lib/hdfs-throttle-datanode.jar");
        Files.createDirectories(link.getParent());
        Files.createDirectories(site.getParent());
        Files.createFile(home.resolve("share/hadoop/hdfs/hadoop-hdfs-3.4.3.jar"));
        Files.writeString(site, SITE);
        // The script's own home: a distribution with a JAR to link.
        jar = Files.createDirectories(folder.resolve("throttle/lib/datanode"))
                .resolve("hdfs-throttle-datanode-9.9.9.jar");
        pack("io/hdfsthrottle/datanode/SiteFile.class");
        Path libraries = Files.createDirectories(home.resolve("share/hadoop/common/lib"));
        for (String library : System.getProperty("java.class.path").split(":", -1)) {
            String name = Path.of(library).getFileName().toString();
            if (name.matches("(hadoop-client|slf4j-api|commons-logging).*\\.jar")) {
                Files.createSymbolicLink(libraries.resolve(name), Path.of(library));
            }
        }
        Files.createDirectories(folder.resolve("throttle/sbin"));
        for (String script : List.of("enable-datanode-hook", "disable-datanode-hook", "datanode-hook.sh")) {
            Files.copy(
                    root.resolve("sbin").resolve(script),
                    folder.resolve("throttle/sbin").resolve(script));
        }
    }

    private void pack(String name) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry(name));
            out.write(Files.readAllBytes(
                    root.resolve("datanode-hook/target/classes").resolve(name)));
        }
    }

    private Result run(String script, String... options) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                "bash", folder.resolve("throttle/sbin/" + script).toString(), "--hadoop-home", home.toString()));
        line.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // told on stderr
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), said);
    }

    private String site() throws IOException {
        return Files.readString(site, ISO_8859_1);
    }

    @Test
    void enabling_linksTheJarAndNamesThePlugin() throws Exception {
        Result done =
                run("enable-datanode-hook", "--coordinator", "http://c1:9880,http://[::1]:9880", "--cluster", "prod");

        assertThat(done.said()).endsWith("enabled; restart the DataNode for it to take effect\n");
        assertThat(done.code()).isZero();
        assertThat(Files.isSameFile(link, jar)).isTrue();
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(site())
                .contains(
                        "<name>dfs.datanode.plugins</name><value>" + PLUGIN + "</value>",
                        "<name>hdfs.throttle.coordinator</name><value>http://c1:9880,http://[::1]:9880</value>",
                        "<name>hdfs.throttle.cluster</name><value>prod</value>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SITE,
                "<configuration></configuration>",
                "<?xml version=\"1.0\"?>\r\n<!-- </configuration> & \\ %s -->\r\n<configuration>\r\n\r\n </configuration>\r\n\r\n\n",
                "<configuration>\n<property>\n<value>a.B</value><name> dfs.datanode.plugins </name>\n</property>\n</configuration>\n",
                "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><configuration><!-- \u00e4 -->\t</configuration>  ",
                "<configuration><property><name>dfs.datanode.plugins</name><value/></property></configuration>\n"
            })
    void disabling_givesEveryByteBack(String before) throws Exception {
        Files.writeString(site, before, ISO_8859_1);
        Files.setPosixFilePermissions(site, PosixFilePermissions.fromString("rw-r-----"));

        assertThat(run("enable-datanode-hook", "--coordinator", "http://c1:9880")
                        .code())
                .isZero();
        assertThat(site()).isNotEqualTo(before);
        // An upgrade, or other options.
        assertThat(run("enable-datanode-hook", "--set", "hdfs.throttle.volume.capacity=150m")
                        .code())
                .isZero();
        assertThat(site()).containsOnlyOnce(PLUGIN).contains("150m").doesNotContain("c1");
        assertThat(run("disable-datanode-hook").code()).isZero();

        assertThat(site()).isEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(site)))
                .isEqualTo("rw-r-----");
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(site.getParent()).isDirectoryContaining(only -> only.equals(site));
        assertThat(run("disable-datanode-hook").said()).contains("nothing to change");
    }

    @Test
    void pluginsThatAreThere_stay() throws Exception {
        Files.writeString(
                site,
                "<configuration>"
                        + "<!-- <property><name>dfs.datanode.plugins</name><value>old.Old</value></property> -->"
                        + "<property><name>dfs.datanode.plugins</name><value>a.B,\n c.D</value></property>"
                        + "</configuration>\n");

        assertThat(run("enable-datanode-hook").code()).isZero();

        assertThat(site()).contains("<value>a.B,c.D," + PLUGIN + "</value>");
    }

    @Test
    void dryRun_showsTheChangeAndMakesNone() throws Exception {
        Result shown = run("enable-datanode-hook", "--coordinator", "http://c1:9880", "--dry-run");

        assertThat(shown.said()).contains("+  <property><name>dfs.datanode.plugins</name>", "nothing was changed");
        assertThat(site()).isEqualTo(SITE);
        assertThat(link).doesNotExist();
        assertThat(run("enable-datanode-hook").code()).isZero();
        String enabled = site();
        assertThat(run("disable-datanode-hook", "--dry-run").said()).contains("-  <property>", "nothing was changed");
        assertThat(site()).isEqualTo(enabled);
        assertThat(link).exists();
    }

    @Test
    void siteThatIsALink_isEditedWhereItLies() throws Exception {
        Path real = folder.resolve("real-site.xml");
        Files.move(site, real);
        Files.createSymbolicLink(site, real);

        assertThat(run("enable-datanode-hook").code()).isZero();

        assertThat(Files.isSymbolicLink(site)).isTrue();
        assertThat(Files.readString(real)).contains(PLUGIN);
    }

    @ParameterizedTest
    @CsvSource({
        "--coordinator, c1:9880, http://coordinator1:9880",
        "--coordinator, 'http://c1:9880\"/><evil', http://coordinator1:9880",
        "--node-key, keys, /etc/hdfs-throttle/node.key",
        "--node-key, /nowhere/keys, hdfs-throttle node-key",
        "--cluster, a b, default",
        "--set, volume.capacity=150m, hdfs.throttle.volume.capacity=150m",
        "--set, hdfs.throttle.charge=<x>, hdfs.throttle.volume.capacity=150m",
        "--conf-dir, /nowhere, /etc/hadoop/conf",
        "--what, x, --help"
    })
    void valueThatCannotBe_isRefusedWithAGoodOne(String option, String value, String good) throws Exception {
        Result refused = run("enable-datanode-hook", option, value);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.said())
                .startsWith("enable-datanode-hook: ")
                .contains(good)
                .hasLineCount(1);
        assertThat(site()).isEqualTo(SITE);
        assertThat(link).doesNotExist();
    }

    @Test
    void pluginThatIsStillNamed_keepsItsJar() throws Exception {
        assertThat(run("enable-datanode-hook").code()).isZero();
        Files.writeString(
                site,
                "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"more.xml\"/></configuration>");
        Files.writeString(
                site.resolveSibling("more.xml"),
                "<configuration><property><name>dfs.datanode.plugins</name><value>" + PLUGIN
                        + "</value></property></configuration>");

        Result refused = run("disable-datanode-hook");

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.said()).contains("<name>dfs.datanode.plugins</name><value></value>");
        assertThat(link).exists();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<configuration/>\n",
                "<configuration><property></configuration>\n",
                "<configuration></configuration> <!-- the end -->\n",
                "<configuration><property><name>dfs.datanode.plugins</name><value>a.B</value><final>true</final></property></configuration>\n",
                "<configuration><property><name>dfs.datanode.plugins</name><value>" + PLUGIN
                        + "</value></property></configuration>\n"
            })
    void siteThatCannotBeEdited_isLeftToPeople(String before) throws Exception {
        Files.writeString(site, before);

        Result refused = run("enable-datanode-hook");

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.said()).contains(site.toRealPath().toString());
        assertThat(site()).isEqualTo(before);
        assertThat(link).doesNotExist();
    }

    @Test
    void siteThatSomeoneElseChangesMeanwhile_isLeftAsItIs() throws Exception {
        Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\n'" + System.getProperty("java.home") + "/bin/java' \"$@\"\necho '<!-- x -->' >>'" + site
                        + "'\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(site.resolveSibling("hadoop-env.sh"), "JAVA_HOME='" + folder.resolve("java") + "'\n");

        Result refused = run("enable-datanode-hook");

        assertThat(refused.said()).contains("was changed by someone else meanwhile");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(site()).isEqualTo(SITE + "<!-- x -->\n");
    }

    @Test
    void hadoopThatIsTooOld_isRefused() throws Exception {
        Files.move(
                home.resolve("share/hadoop/hdfs/hadoop-hdfs-3.4.3.jar"),
                home.resolve("share/hadoop/hdfs/hadoop-hdfs-3.3.6.jar"));

        assertThat(run("enable-datanode-hook").said()).contains("Hadoop 3.3.6", "3.4 or later");
        assertThat(site()).isEqualTo(SITE);
    }
}

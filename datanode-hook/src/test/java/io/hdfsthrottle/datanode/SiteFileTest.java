package io.hdfsthrottle.datanode;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code hdfs-site.xml} as sites write it, edited, and read by Hadoop. */
final class SiteFileTest {

    private static final String PLUGIN = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String LINE = "<property><name>dfs.datanode.plugins</name><value>";

    @TempDir
    private Path folder;

    private Path site;

    @BeforeEach
    void begin() throws IOException {
        site = folder.resolve("hdfs-site.xml");
        Files.writeString(
                folder.resolve("more.xml"),
                "<configuration><property><name>dfs.datanode.plugins</name><value>a.B</value></property></configuration>");
    }

    private SiteFile site(String text) throws IOException {
        Files.writeString(site, text, ISO_8859_1);
        return new SiteFile(site);
    }

    private String read() {
        Configuration read = new Configuration(false);
        read.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
        return String.join(",", read.getTrimmedStrings("dfs.datanode.plugins"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<configuration></configuration>| ''",
                "<configuration><property><name>dfs.datanode.plugins</name><value/></property></configuration>| ''",
                "<configuration><property><value/><name>dfs.datanode.plugins</name></property></configuration>| ''",
                "<configuration><property><name>dfs.datanode.plugins</name></property></configuration>| ''",
                "<configuration><property name='dfs.datanode.plugins' value='a.B'/></configuration>| a.B,",
                "<configuration><property><name>dfs.datanode.plugins</name><value><![CDATA[a.B, c.D]]></value></property></configuration>| a.B,c.D,",
                "<configuration><property><name>dfs.datanode.plugins</name><value>&#97;.B<!-- x --></value></property></configuration>| a.B,",
                "<configuration><property><name>p</name><value>a.B</value></property><property><name>dfs.datanode.plugins</name><value>${p}</value></property></configuration>| a.B,",
                "<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='more.xml'/></configuration>| a.B,",
                "<configuration><!-- <property><name>dfs.datanode.plugins</name><value>a.B</value></property> --></configuration>| ''",
                "<?xml version='1.0' encoding='ISO-8859-1'?><configuration><!-- </configuration> -->\u00e9</configuration>  | ''"
            })
    void xmlAsSitesWriteIt_isReadByHadoopAsBefore_withThePluginBehind(String before, String others) throws IOException {
        String enabled = site(before).with(Map.of("hdfs.throttle.cluster", "p"));
        String again = site(enabled).with(Map.of());

        assertThat(site(enabled).without()).isEqualTo(before);
        assertThat(site(again).without()).isEqualTo(before);
        assertThat(read()).isEqualTo(others + PLUGIN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<configuration/>; does not end with",
                "<configuration></configuration> <!-- -->; does not end with",
                "<configuration><property><name>dfs.datanode.plugins</name><value>a.B</value><final>true</final></property></configuration>; would not change",
                "<configuration><property><name>hdfs.throttle.cluster</name><value>q</value><final>true</final></property></configuration>; would not change hdfs.throttle.cluster",
                "<configuration><property><name>dfs.datanode.plugins</name><value>a.B, io.hdfsthrottle.datanode.ThrottlePlugin</value></property></configuration>; already in",
            })
    void xmlThatCannotBeEdited_isRefusedWithTheLinesToWrite(String before, String why) {
        assertThatIllegalStateException()
                .isThrownBy(() -> site(before).with(Map.of("hdfs.throttle.cluster", "p")))
                .withMessageContaining(site + " ")
                .withMessageContaining(why)
                .withMessageContaining(LINE + (before.contains("a.B") ? "a.B," : "") + PLUGIN + "</value></property>\n")
                .withMessageContaining("<name>hdfs.throttle.cluster</name><value>p</value>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<configuration><property></configuration>",
                "<configuration><value/></property></configuration>",
                "<configuration></configuration></configuration>",
                "no XML </configuration>",
                ""
            })
    void fileThatIsNoXml_isLeftAlone(String before) {
        assertThatIllegalStateException()
                .isThrownBy(() -> site(before).with(Map.of()))
                .withMessageContaining(site + " is nothing that Hadoop can read: ");
        assertThatIllegalStateException().isThrownBy(() -> site(before).without());
    }

    @Test
    void pluginThatAnIncludeNames_keepsItsJar() throws IOException {
        String enabled =
                site("<configuration xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='more.xml'/></configuration>")
                        .with(Map.of());
        Files.writeString(
                folder.resolve("more.xml"),
                "<configuration>" + LINE + "a.B," + PLUGIN + "</value></property></configuration>");

        assertThatIllegalStateException()
                .isThrownBy(() -> site(enabled).without())
                .withMessageContaining("names " + PLUGIN + " in a place that enable-datanode-hook did not write")
                .withMessageContaining(LINE + "a.B</value>");
        assertThatIllegalStateException().isThrownBy(() -> site(enabled).with(Map.of()));
    }

    @Test
    void pluginThatSomebodyWroteBetweenTheComments_isNotDropped() throws IOException {
        String edited = site("<configuration></configuration>")
                .with(Map.of())
                .replace("<value>" + PLUGIN, "<value>" + PLUGIN + ",a.B");

        assertThatIllegalStateException()
                .isThrownBy(() -> site(edited).without())
                .withMessageContaining("a.B between the comments");
        assertThatIllegalStateException().isThrownBy(() -> site(edited).with(Map.of()));
    }

    @Test
    void settings_areReadAsTheyWereGiven() throws IOException {
        Map<String, String> settings = Map.of("hdfs.throttle.node.key.file", "/k\u00e9ys/<a>&b");
        Files.writeString(site, site("<configuration></configuration>").with(settings), ISO_8859_1);
        Configuration read = new Configuration(false);
        read.addResource(new org.apache.hadoop.fs.Path(site.toUri()));

        assertThat(read.get("hdfs.throttle.node.key.file")).isEqualTo("/k\u00e9ys/<a>&b");
    }
}

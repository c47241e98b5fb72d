package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private String run(String from, Path file) {
        StringWriter out = new StringWriter();
        int code = HdfsThrottle.run(
                HdfsThrottle.commands(),
                new PrintWriter(out),
                new PrintWriter(err, true),
                "policy",
                "import",
                "--from",
                from,
                file.toString());
        return code + " " + out;
    }

    private Path file(String text) throws Exception {
        return Files.writeString(folder.resolve("file"), text);
    }

    @Test
    void file_isPrintedAsAPolicy_withWhatDoesNotTranslateInIt_andOnStandardError() throws Exception {
        Path file = file("""
                \uFEFF<allocations>
                  <queue name="default"/>
                  <queue name="etl"><maxRunningApps>5</maxRunningApps></queue>
                  <queuePlacementPolicy><rule name="primaryGroup"/></queuePlacementPolicy>
                </allocations>
                """);

        assertThat(run("yarn-fair", file)).isEqualTo("""
                0 {
                  "comments": [
                    "FILE, line 3: queue etl: maxRunningApps 5 has no counterpart",
                    "FILE, line 4: placement rule primaryGroup becomes rules for any group of a user"
                  ],
                  "tenants": [
                    {"tenant":"default","priority":1},
                    {"tenant":"etl","priority":1}
                  ],
                  "rules": [
                    {"rule":"group-etl","match":{"group":"etl"},"tenant":"etl"}
                  ]
                }
                """.replace("FILE", file.toString()));
        assertThat(err.toString())
                .contains("hdfs-throttle: " + file + ", line 3: queue etl: maxRunningApps 5 has no counterpart\n");
    }

    @Test
    void hostileText_reachesNoTerminal() throws Exception {
        Path file = file("<allocations><queue name='a'/><x>\u202E\u0085&#x9b;2J</x></allocations>");

        assertThat(run("yarn-fair", file)).startsWith("0 ").contains("x ???2J has no counterpart");

        assertThat(err.toString()).doesNotContain("\u202E", "\u0085", "\u009B").contains("x ???2J has no counterpart");
    }

    @Test
    void fileThatIsNone_orTooLarge_andFormatThatIsUnknown_areWrongArguments() throws Exception {
        assertThat(run("yarn", file("<allocations/>"))).isEqualTo("2 ");
        assertThat(run("kafka", folder.resolve("absent"))).isEqualTo("2 ");
        assertThat(run("kafka", Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xFF})))
                .isEqualTo("2 ");
        assertThat(run("kafka", file("#".repeat(5 << 20)))).isEqualTo("2 ");

        assertThat(err.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("one of yarn-fair, yarn-capacity, kafka"),
                        line -> assertThat(line).contains("absent cannot be read"),
                        line -> assertThat(line).contains("is not in UTF-8"),
                        line -> assertThat(line).contains("has more than 4194304 bytes"));
    }
}

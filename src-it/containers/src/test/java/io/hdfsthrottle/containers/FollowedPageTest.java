package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.containers.FollowedPage.Command;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FollowedPageTest {

    private static final Map<String, List<String>> GROUPS =
            Map.of("coordinator1", List.of("coordinator1"), "datanodes", List.of("dn1", "dn2"));

    private static FollowedPage page(String markdown) {
        return FollowedPage.of("page.md", markdown, GROUPS);
    }

    private static List<Command> commands(String markdown) {
        return page(markdown).commands();
    }

    private static Command command(String section, int line, List<String> hosts, String script) {
        return new Command(section, line, hosts, Optional.empty(), script, Optional.empty());
    }

    @Test
    void blockThatNamesAHost_isACommandAsWritten() {
        assertThat(commands("# Install\n## First *step*\n\n```sh on=coordinator1\ncd /opt\n  ls -l\n```\n"))
                .containsExactly(command("First step", 5, List.of("coordinator1"), "cd /opt\n  ls -l\n"));
    }

    @Test
    void groupOfHosts_standsForEachOfThem() {
        assertThat(commands("```sh on=datanodes,coordinator1\nls\n```\n"))
                .containsExactly(command("", 2, List.of("dn1", "dn2", "coordinator1"), "ls\n"));
    }

    @Test
    void blockInAList_losesItsIndentation() {
        assertThat(commands("1. Copy:\n\n   ```sh on=datanodes\n   ls\n     pwd\n   ```\n"))
                .extracting(Command::script)
                .containsExactly("ls\n  pwd\n");
    }

    @Test
    void otherBlocks_areForReading() {
        assertThat(commands("```sh\nls\n```\n\n```bash\nls\n```\n\n```text\nls\n```\n\n    ls\n"))
                .isEmpty();
    }

    @Test
    void ofSeveralWays_oneIsFollowed() {
        FollowedPage page = page("""
                ```sh on=coordinator1 if=systemd
                a
                ```

                ```sh on=coordinator1 if=by-hand
                b
                ```

                ```sh on=coordinator1
                c
                ```
                """);
        assertThat(page.by("by-hand").commands()).extracting(Command::script).containsExactly("b\n", "c\n");
    }

    @Test
    void textRightBehindACommand_isWhatItPrints() {
        List<Command> commands = commands("""
                ```sh on=coordinator1
                ls
                ```

                ```text
                NAME
                … KiB
                ```

                ```sh on=coordinator1
                ls
                ```

                Or:

                ```text
                NAME
                ```
                """);
        assertThat(commands.get(0).prints("NAME\n12 KiB\n")).isTrue();
        assertThat(commands.get(0).prints("NAME\n12 KiB\n13 MiB\n")).isFalse();
        assertThat(commands.get(1).prints("anything")).isTrue();
    }

    @Test
    void unknownHost_isNamedWithItsLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> commands("\n```sh on=dn9\nls\n```\n"))
                .withMessageContaining("line 3: on=dn9");
    }
}

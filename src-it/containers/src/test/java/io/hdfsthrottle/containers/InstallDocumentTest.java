package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.containers.InstallDocument.Command;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InstallDocumentTest {

    private static final Map<String, List<String>> GROUPS =
            Map.of("coordinator1", List.of("coordinator1"), "datanodes", List.of("dn1", "dn2"));

    private static List<Command> commands(String markdown) {
        return InstallDocument.commands(markdown, GROUPS);
    }

    @Test
    void blockThatNamesAHost_isACommandAsWritten() {
        assertThat(commands("# Install\n## First *step*\n\n```sh on=coordinator1\ncd /opt\n  ls -l\n```\n"))
                .containsExactly(new Command("First step", 5, List.of("coordinator1"), "cd /opt\n  ls -l\n"));
    }

    @Test
    void groupOfHosts_standsForEachOfThem() {
        assertThat(commands("```sh on=datanodes,coordinator1\nls\n```\n"))
                .containsExactly(new Command("", 2, List.of("dn1", "dn2", "coordinator1"), "ls\n"));
    }

    @Test
    void blockInAList_losesItsIndentation() {
        assertThat(commands("1. Copy:\n\n   ```sh on=datanodes\n   ls\n     pwd\n   ```\n"))
                .extracting(Command::script)
                .containsExactly("ls\n  pwd\n");
    }

    @Test
    void otherBlocks_areForReading() {
        assertThat(commands("```sh\nls\n```\n\n```sh systemd\nls\n```\n\n```text\nls\n```\n\n    ls\n"))
                .isEmpty();
    }

    @Test
    void unknownHost_isNamedWithItsLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> commands("\n```sh on=dn9\nls\n```\n"))
                .withMessageContaining("line 3: on=dn9");
    }
}

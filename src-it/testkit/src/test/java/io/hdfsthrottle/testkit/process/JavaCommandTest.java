package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JavaCommandTest {

    private static final JavaCommand COMMAND =
            JavaCommand.daemon("daemon", List.of(Path.of("conf"), Path.of("host.jar")), "host.Main", "-x");

    @Test
    void line_putsTheLaterFlagsLast() {
        assertThat(COMMAND.withFlags(List.of("-Xmx1g")).line(List.of("-javaagent:leash.jar")))
                .containsSubsequence(
                        "-javaagent:leash.jar", "-Xmx256m", "-Xmx1g", "-cp", "conf:host.jar", "host.Main", "-x");
    }

    @Test
    void line_startsWithTheJavaAskedFor() {
        assertThat(COMMAND.withJava(Path.of("/jdk")).line(List.of())).startsWith("/jdk/bin/java");
    }

    @Test
    void line_startsWithWhatBecomesTheJava() {
        assertThat(COMMAND.startedBy(List.of("nice", "-5"))
                        .withJava(Path.of("/jdk"))
                        .line(List.of()))
                .startsWith("nice", "-5", "/jdk/bin/java");
    }
}

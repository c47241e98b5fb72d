package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real processes. */
final class RigTest {

    @TempDir
    private Path folder;

    @Test
    void close_endsWhatRuns() {
        JavaProcess process;
        try (Rig rig = rig()) {
            process = rig.start(waiting());
            assertThat(rig.running()).hasSize(1);
        }
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void start_afterCloseIsRefused() {
        Rig rig = rig();
        rig.close();
        assertThatThrownBy(() -> rig.start(waiting())).hasMessageContaining("this rig is closed");
    }

    @Test
    void awaitReady_ofAProcessThatDiesTellsItsLastWords() {
        try (Rig rig = rig()) {
            JavaProcess process = rig.start(JavaCommand.daemon("broken", List.of(folder), "no.such.Main"));
            assertThatThrownBy(() -> process.awaitReady(Duration.ofSeconds(30), () -> false))
                    .hasMessageContaining("broken ended with exit code 1")
                    .hasMessageContaining("no.such.Main");
        }
    }

    private Rig rig() {
        return Rig.in(new Repository(folder), folder, Rig.Lifetime.THEIR_OWN);
    }

    private JavaCommand waiting() {
        List<Path> classPath = Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .toList();
        return JavaCommand.daemon("waiting", classPath, Waiting.class.getName());
    }

    /** A process that never ends by itself. */
    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }
}

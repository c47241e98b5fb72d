package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
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

    @Test
    void processes_endWithTheJvmThatStartedThem_evenByForce() throws IOException {
        Path told = folder.resolve("told");
        try (Rig rig = rig()) {
            JavaProcess starter = rig.start(JavaCommand.daemon(
                    "starter", classPath(), Starting.class.getName(), folder.toString(), told.toString()));
            starter.awaitReady(Duration.ofSeconds(30), () -> Files.exists(told) && Files.size(told) > 0);
            ProcessHandle child = ProcessHandle.of(
                            Long.parseLong(Files.readString(told).trim()))
                    .orElseThrow();
            assertThat(child.isAlive()).isTrue();

            assertThat(ProcessHandle.of(starter.pid()).orElseThrow().destroyForcibly())
                    .isTrue();

            assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(30));
        }
    }

    @Test
    void program_startsFromTheClassesThatTheFirstInOrderLeft() throws IOException {
        Path jar = jar();
        try (Rig rig = rig()) {
            JavaProcess killed = speaking(rig, jar);
            killed.kill();
            assertThat(archives()).isEmpty();
            speaking(rig, jar).close();
            assertThat(archives()).hasSize(1);
            assertThat(speaking(rig, jar).hasLoaded(archives().get(0))).isTrue();
        }
    }

    private JavaProcess speaking(Rig rig, Path jar) throws IOException {
        JavaCommand command = JavaCommand.daemon("speaking", List.of(jar, folder), Waiting.class.getName());
        JavaProcess process = rig.start(command);
        long before = Files.size(process.log());
        process.awaitReady(Duration.ofSeconds(30), () -> Files.size(process.log()) > before);
        return process;
    }

    private List<String> archives() {
        return List.of(Objects.requireNonNull(
                folder.resolve("src-it/hosts/target/archives").toFile().list()));
    }

    private Path jar() throws IOException {
        Path jar = folder.resolve("waiting.jar");
        String name = Waiting.class.getName().replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                InputStream in =
                        Objects.requireNonNull(Waiting.class.getClassLoader().getResourceAsStream(name))) {
            out.putNextEntry(new ZipEntry(name));
            in.transferTo(out);
        }
        return jar;
    }

    private Rig rig() {
        return Rig.in(new Repository(folder), folder, Rig.Lifetime.THEIR_OWN);
    }

    private JavaCommand waiting() {
        return JavaCommand.daemon("waiting", classPath(), Waiting.class.getName());
    }

    private static List<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(":", -1))
                .map(Path::of)
                .toList();
    }

    /** A process that starts another, tells its id, and never ends by itself. */
    static final class Starting {

        private Starting() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Path folder = Path.of(arguments[0]);
            Rig rig = Rig.in(new Repository(folder), folder, Rig.Lifetime.OURS);
            JavaProcess child = rig.start(JavaCommand.daemon("child", classPath(), Waiting.class.getName()));
            Files.writeString(Path.of(arguments[1]), child.pid() + "\n");
            new CountDownLatch(1).await();
        }
    }

    /** A process that says a word and never ends by itself. */
    static final class Waiting {

        private Waiting() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("It runs");
            new CountDownLatch(1).await();
        }
    }
}

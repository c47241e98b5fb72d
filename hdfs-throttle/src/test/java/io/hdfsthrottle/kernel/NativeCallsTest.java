package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native calls in a process of their own, because a process loads its library once. */
final class NativeCallsTest {

    private static final String NOTHING = "[]";

    @TempDir
    private Path folder;

    /** Loads twice and says the outcomes, and which files lie around while the process lives. */
    static final class Loading {
        private Loading() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println(new NativeCalls().load());
            System.out.println(new NativeCalls().load());
            System.out.println(filesBelow(Path.of(arguments[0])));
        }

        private static List<Path> filesBelow(Path folder) throws IOException {
            try (Stream<Path> all = Files.walk(folder)) {
                return all.filter(Files::isRegularFile).collect(Collectors.toList());
            }
        }
    }

    private List<String> load(String... flags) throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        List<String> line = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        line.addAll(List.of(flags));
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Loading.class.getName(), folder.toString()));
        Process process = new ProcessBuilder(line).directory(home.toFile()).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return said.lines().collect(Collectors.toList());
    }

    private String made(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name)).toString();
    }

    @Test
    void libraryThatIsLoaded_leavesNothingBehind() throws Exception {
        assertThat(load("-Djava.io.tmpdir=" + made("tmp"))).containsExactly("done", "done", NOTHING);
    }

    @Test
    void temporaryFolderThatIsNone_isNotReplacedByTheWorkingFolder_andTheReasonStays() throws Exception {
        List<String> said = load("-Djava.io.tmpdir=" + folder.resolve("none"));

        assertThat(said.get(0))
                .contains("native calls do not work here", "NoSuchFileException", "-Djffi.extract.dir=DIR")
                .endsWith("other than " + folder.resolve("none"));
        assertThat(said).element(1).isEqualTo(said.get(0));
        assertThat(said).element(2).isEqualTo(NOTHING);
    }

    /** The library of another processor stands for one that may not be executed: a mount with noexec needs root. */
    @Test
    void libraryThatCannotBeRun_leavesNothingBehind_andTheLinkersReasonStays() throws Exception {
        assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");

        List<String> said = load("-Dos.arch=aarch64", "-Djava.io.tmpdir=" + made("tmp"));

        assertThat(said.get(0)).contains("UnsatisfiedLinkError", ".so: ", "-Djffi.extract.dir=DIR");
        assertThat(said).element(1).isEqualTo(said.get(0));
        assertThat(said).element(2).isEqualTo(NOTHING);
    }

    @Test
    void folderThatIsNamed_isUsedBeforeTheTemporaryOne() throws Exception {
        assertThat(load("-Djava.io.tmpdir=" + folder.resolve("none"), "-Djffi.extract.dir=" + made("named")))
                .containsExactly("done", "done", NOTHING);
    }
}

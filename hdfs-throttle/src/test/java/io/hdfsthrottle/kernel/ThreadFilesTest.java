package io.hdfsthrottle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ThreadFilesTest {

    private static final int MOST = 2;

    private final Set<String> ended = new HashSet<>();
    private final List<String> opened = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final ThreadFiles<String, String> files =
            new ThreadFiles<>(MOST, thread -> !ended.contains(thread), closed::add);

    private String open(String thread) {
        opened.add(thread);
        return "file of " + thread;
    }

    @Test
    void file_isOpenedOnce() {
        assertThat(files.of("a", this::open)).contains("file of a");
        assertThat(files.of("a", this::open)).contains("file of a");
        assertThat(opened).containsExactly("a");
    }

    @Test
    void fileOfAThreadThatEnded_isClosed_andOfOneThatLivesIsNot() {
        files.of("a", this::open);
        files.of("b", this::open);
        ended.add("a");
        files.closeEnded();
        files.closeEnded();
        assertThat(closed).containsExactly("file of a");
        assertThat(files.open()).isEqualTo(1);
    }

    @Test
    void thereAreNeverMoreThanSoMany_whoHasOneKeepsIt_andEndedOnesMakeRoom() {
        files.of("a", this::open);
        files.of("b", this::open);
        assertThat(files.of("c", this::open)).isEmpty();
        assertThat(files.of("a", this::open)).contains("file of a");
        ended.add("b");
        files.closeEnded();
        assertThat(files.of("c", this::open)).contains("file of c");
        assertThat(opened).containsExactly("a", "b", "c");
    }

    @Test
    void closing_closesAll() {
        files.of("a", this::open);
        files.of("b", this::open);
        files.close();
        files.close();
        assertThat(closed).containsExactlyInAnyOrder("file of a", "file of b");
        assertThat(files.open()).isZero();
    }
}

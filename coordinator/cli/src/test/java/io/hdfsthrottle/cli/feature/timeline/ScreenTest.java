package io.hdfsthrottle.cli.feature.timeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.unit.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The screen on a terminal whose keys and display are streams. */
@Tag("slow")
final class ScreenTest {
    private static final String ENTER = "\u001b[?1049h";
    private static final String EXIT = "\u001b[?1049l";

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PipedOutputStream keys = new PipedOutputStream();
    private final List<View> asked = Collections.synchronizedList(new ArrayList<>());
    private Terminal terminal;
    private Attributes before;

    @BeforeEach
    void open() throws Exception {
        terminal = new ExternalTerminal("test", "xterm", new PipedInputStream(keys), shown, UTF_8);
        terminal.setSize(new Size(80, 24));
        before = terminal.getAttributes();
    }

    @AfterEach
    void close() throws Exception {
        terminal.close();
    }

    private Usage ask(View view, int rows) {
        asked.add(view);
        if (view.filter().equals("x")) {
            throw new Failure("no coordinator answers\u001b[5m");
        }
        return new Usage("", List.of(new Row("gold\u001b[31m", "", "", 1, 1, 1, 1)), List.of(), false);
    }

    private Thread showing() {
        Thread thread = new Thread(() -> {
            try {
                new Screen(terminal, this::ask, () -> "03:12:05", Ticker.system()).show(View.of(Sort.GIVEN, ""));
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        });
        thread.start();
        return thread;
    }

    private void type(String text) throws Exception {
        keys.write(text.getBytes(UTF_8));
        keys.flush();
    }

    private String shown() {
        return shown.toString(UTF_8);
    }

    private void assertLeftClean() {
        assertThat(shown()).containsOnlyOnce(ENTER).containsOnlyOnce(EXIT).doesNotContain("\u001b[31m", "\u001b[5m");
        assertThat(shown().indexOf(EXIT)).as("nothing is drawn afterwards").isGreaterThan(shown().lastIndexOf("gold"));
        assertThat(shown()).as("the cursor is visible").contains("\u001b[?25h");
        assertThat(terminal.getAttributes().toString()).isEqualTo(before.toString());
    }

    @Test
    void keysAreHeard_andTheTerminalIsLeftAsItWas() throws Exception {
        Thread showing = showing();
        await().until(() -> shown().contains("gold?[31m"));
        type("w");
        await().until(() -> asked.stream().anyMatch(view -> view.sort() == Sort.WAITED));
        type("/x\r");
        await().until(() -> shown().contains("no coordinator answers?[5m"));
        type("q");
        showing.join();

        assertLeftClean();
    }

    @Test
    void anInterrupt_leavesTheTerminalAsItWas() throws Exception {
        Thread showing = showing();
        await().until(() -> shown().contains("gold"));
        terminal.raise(Signal.INT);
        showing.join();

        assertLeftClean();
    }

    @Test
    void theEndOfTheKeys_isTheEnd() throws Exception {
        Thread showing = showing();
        await().until(() -> shown().contains("gold"));
        keys.close();
        showing.join();

        assertLeftClean();
    }

    @Test
    void aBug_leavesTheTerminalAsItWas() throws Exception {
        Screen screen = new Screen(
                terminal,
                (view, rows) -> {
                    throw new IllegalStateException("a bug");
                },
                () -> "gold",
                Ticker.system());
        assertThatThrownBy(() -> screen.show(View.of(Sort.GIVEN, ""))).hasRootCauseMessage("a bug");

        assertLeftClean();
    }
}

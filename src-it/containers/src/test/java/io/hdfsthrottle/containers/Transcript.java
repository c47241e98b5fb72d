package io.hdfsthrottle.containers;

import io.hdfsthrottle.containers.Host.Answer;
import io.hdfsthrottle.containers.InstallDocument.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** What was typed where, how long it took and what it printed: a file for people. */
final class Transcript {

    private final Path file;

    private Transcript(Path file) {
        this.file = file;
    }

    static Transcript in(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Transcript(file);
    }

    /** Types a command on one of its hosts. */
    Answer type(Command command, String name, Host host) {
        long from = System.nanoTime();
        Answer answer = host.type(command.script());
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        write("""
                === %s, line %d, on %s: %.1f s, exit code %d
                %s--- output
                %s%s
                """.formatted(
                        command.section(),
                        command.line(),
                        name,
                        took.toMillis() / 1000.0,
                        answer.code(),
                        command.script(),
                        answer.output(),
                        answer.errors()));
        return answer;
    }

    /** One line more. */
    void note(String line) {
        write("=== " + line + "\n");
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}

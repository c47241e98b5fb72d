package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.containers.FollowedPage.Command;
import io.hdfsthrottle.containers.Host.Answer;
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

    /**
     * Types the commands of a page where it says; each has to succeed, and to print what the page says.
     *
     * @return how long it took
     */
    Duration follow(FollowedPage page, Fleet fleet) {
        assertThat(page.commands()).as("commands of %s", page.name()).isNotEmpty();
        note(page.name());
        long from = System.nanoTime();
        for (Command command : page.commands()) {
            for (String host : command.hosts()) {
                Answer answer = type(command, host, fleet.host(host));
                String what = "%s, line %d, on %s:%n%s%s%s(all of it: %s)"
                        .formatted(
                                page.name(),
                                command.line(),
                                host,
                                command.script(),
                                answer.output(),
                                answer.errors(),
                                this);
                assertThat(answer.code()).as("exit code of %s", what).isZero();
                assertThat(command.prints(answer.output()))
                        .as("prints %s as by %s", command.printed(), what)
                        .isTrue();
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - from);
        note(page.commands().size() + " commands in " + took.toSeconds() + " s");
        return took;
    }

    private Answer type(Command command, String name, Host host) {
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

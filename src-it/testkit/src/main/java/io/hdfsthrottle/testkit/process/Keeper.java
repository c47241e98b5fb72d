package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;

/**
 * A shell beside this JVM that kills the processes named to it when this JVM ends, even by SIGKILL: the kernel then
 * closes the pipe that the shell reads. It compares start times, because process ids are reused. Thread-safe.
 */
final class Keeper {

    private static final String SCRIPT = """
            trap '' HUP INT TERM
            start() { cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null; }
            while read -r pid; do kept="$kept $pid:$(start "$pid")"; done
            for each in $kept; do
              [ -z "${each#*:}" ] || [ "$(start "${each%:*}")" != "${each#*:}" ] || kill -KILL "${each%:*}"
            done
            """;

    private static Keeper ofThisJvm;

    private final OutputStream names;

    private Keeper(OutputStream names) {
        this.names = names;
    }

    /** Names a process that is to end with this JVM. */
    static synchronized void keep(long pid) {
        try {
            if (ofThisJvm == null) {
                Process shell = new ProcessBuilder("sh", "-c", SCRIPT)
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
                ofThisJvm = new Keeper(shell.getOutputStream());
            }
            ofThisJvm.names.write((pid + "\n").getBytes(StandardCharsets.US_ASCII));
            ofThisJvm.names.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("no shell to end processes with this one", e);
        }
    }
}

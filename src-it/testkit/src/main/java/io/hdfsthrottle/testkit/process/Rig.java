package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.function.Uncheck;

/**
 * The folder and the processes of one small cluster. Closing it ends all processes, newest first; so does the end of
 * this JVM, in order or by force, unless they were started to outlive it.
 */
public final class Rig implements AutoCloseable {

    /**
     * A shell beside this JVM that kills the processes named to it when this JVM ends, even by SIGKILL: the kernel then
     * closes the pipe that the shell reads. It compares start times, because process ids are reused.
     */
    private static final String KEEPER = """
        trap '' HUP INT TERM
        start() { cut -d' ' -f22 "/proc/$1/stat" 2>/dev/null; }
        while read -r pid; do kept="$kept $pid:$(start "$pid")"; done
        for each in $kept; do
          [ -z "${each#*:}" ] || [ "$(start "${each%:*}")" != "${each#*:}" ] || kill -KILL "${each%:*}"
        done
        """;

    private static OutputStream kept;

    /** Whether processes end with the JVM that started them, even when it is killed, or outlive its end in order. */
    public enum Lifetime {
        OURS,
        THEIR_OWN
    }

    private final Repository repository;
    private final Path folder;
    private final Lifetime lifetime;
    private final Ports ports = Ports.ofThisJvm();
    private final Deque<JavaProcess> processes = new ArrayDeque<>();
    private final Thread lastResort = new Thread(this::close, "rig-close");
    private boolean closed;

    private Rig(Repository repository, Path folder, Lifetime lifetime) {
        this.repository = repository;
        this.folder = folder;
        this.lifetime = lifetime;
    }

    /** Creates a rig that keeps everything inside {@code folder}, which it creates where needed. */
    public static Rig in(Repository repository, Path folder, Lifetime lifetime) {
        Rig rig = new Rig(repository, folder.toAbsolutePath(), lifetime);
        Runtime.getRuntime().addShutdownHook(rig.lastResort);
        return rig;
    }

    public Repository repository() {
        return repository;
    }

    public Ports ports() {
        return ports;
    }

    /** A folder inside the rig's own; created if necessary. */
    public Path folder(String name) {
        return Uncheck.get(() -> Files.createDirectories(folder.resolve(name)));
    }

    /** Starts a process; its log is {@code logs/<name>.log}, which a restart appends to. */
    public synchronized JavaProcess start(JavaCommand command) {
        if (closed) {
            throw new IllegalStateException("not starting " + command.name() + ": this rig is closed");
        }
        Optional<ClassArchive> archive = Optional.of(command)
                .filter(JavaCommand::canShareClasses)
                .map(each -> new ClassArchive(each, archives()));
        List<String> line = new ArrayList<>(
                command.withFlags(archive.map(ClassArchive::flags).orElse(List.of()))
                        .line());
        if (lifetime == Lifetime.THEIR_OWN) {
            line.add(0, "nohup"); // What outlives this JVM also outlives its terminal.
        }
        JavaProcess process =
                new JavaProcess(command, line, archive, folder("logs").resolve(command.name() + ".log"));
        if (lifetime == Lifetime.OURS) {
            Uncheck.run(() -> keep(process.pid()));
        }
        processes.push(process);
        return process;
    }

    private Path archives() {
        return Uncheck.get(() -> Files.createDirectories(repository.root().resolve("src-it/hosts/target/archives")));
    }

    private static synchronized void keep(long pid) throws IOException {
        if (kept == null) {
            ProcessBuilder shell = new ProcessBuilder("sh", "-c", KEEPER).redirectError(Redirect.DISCARD);
            kept = shell.redirectOutput(Redirect.DISCARD).start().getOutputStream();
        }
        kept.write((pid + "\n").getBytes(StandardCharsets.US_ASCII));
        kept.flush();
    }

    public synchronized List<JavaProcess> running() {
        return processes.stream().filter(JavaProcess::isAlive).toList();
    }

    /** Leaves the processes running when this JVM ends in order; only for those started to outlive it. */
    public synchronized void letGo() {
        if (lifetime == Lifetime.OURS) {
            throw new IllegalStateException("these processes were started to end with this one");
        }
        Runtime.getRuntime().removeShutdownHook(lastResort);
        closed = true;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            processes.forEach(JavaProcess::terminate);
            processes.forEach(JavaProcess::close);
        }
    }
}

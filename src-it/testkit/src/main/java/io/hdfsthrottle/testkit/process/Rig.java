package io.hdfsthrottle.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder and the processes of one small cluster. Closing it ends all processes, newest first; so does the end of
 * this JVM, in order or by force, unless they were started to outlive it.
 */
public final class Rig implements AutoCloseable {

    /** Whether processes end with the JVM that started them. */
    public enum Lifetime {
        /** They end with it, even when it is killed. */
        OURS,
        /** They outlive it if it ends in order, until they are stopped explicitly. */
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

    /** Creates a rig that keeps everything inside {@code folder}, which it creates. */
    public static Rig in(Repository repository, Path folder, Lifetime lifetime) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder, e);
        }
        Rig rig = new Rig(repository, folder.toAbsolutePath(), lifetime);
        Runtime.getRuntime().addShutdownHook(rig.lastResort);
        return rig;
    }

    /** The built project that it runs. */
    public Repository repository() {
        return repository;
    }

    /** Free ports for its processes. */
    public Ports ports() {
        return ports;
    }

    /** A folder inside the rig's own; created if necessary. */
    public Path folder(String name) {
        try {
            return Files.createDirectories(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a process; its log is {@code logs/<name>.log}, which a restart appends to. */
    public synchronized JavaProcess start(JavaCommand command) {
        if (closed) {
            throw new IllegalStateException("not starting " + command.name() + ": this rig is closed");
        }
        Path log = folder("logs").resolve(command.name() + ".log");
        // What outlives this JVM also outlives its terminal.
        List<String> line = lifetime == Lifetime.OURS
                ? command.line()
                : Stream.concat(Stream.of("nohup"), command.line().stream()).toList();
        JavaProcess process = JavaProcess.start(command, line, log);
        if (lifetime == Lifetime.OURS) {
            Keeper.keep(process.pid());
        }
        processes.push(process);
        return process;
    }

    /** The running processes, newest first. */
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

    /** Ends every process. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        processes.forEach(JavaProcess::terminate);
        processes.forEach(JavaProcess::close);
    }
}

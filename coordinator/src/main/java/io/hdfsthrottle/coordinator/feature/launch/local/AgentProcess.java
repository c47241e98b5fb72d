package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Ticker;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator's end of an {@link Agent}, also of one that an earlier process started. For one thread at a time. */
final class AgentProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

    /** Below what is left of a lease when it is renewed, for which a start may have to wait. */
    private static final Duration LONGEST_START = Duration.ofSeconds(8);

    private static final List<String> JAVA = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-classpath",
            Stream.of(Agent.class, Ticker.class)
                    .map(each -> place(each).toString())
                    .collect(Collectors.joining(":")),
            Agent.class.getName());

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final Pattern EXIT = Pattern.compile(Agent.EXIT + "[0-9]{1,9}");

    private final Path words;
    private final Optional<Process> process;
    private final Set<Integer> told = new TreeSet<>();
    private boolean hasStarted;
    private boolean hasBegun;
    private OptionalInt exit = OptionalInt.empty();
    private String last = "";
    private String said = "";

    /** One that an earlier process started, and that says that there. */
    AgentProcess(Path words) {
        this.words = words;
        this.process = Optional.empty();
    }

    /**
     * Starts an agent.
     *
     * @param as the words before a program that make it run as the user
     * @param output the end of what its programs write
     * @param words what it says
     */
    AgentProcess(List<String> as, Task task, Path output, Path words) throws IOException {
        this.words = Journal.empty(words);
        // A session of its own, without the coordinator's terminal. A child of a JVM leads no group of processes, so
        // setsid (util-linux) does not fork.
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(as);
        command.addAll(JAVA);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectOutput(Redirect.appendTo(output.toFile()))
                .redirectError(Redirect.appendTo(words.toFile()));
        builder.environment().keySet().retainAll(MarkedProcesses.INHERITED);
        builder.environment().put(MarkedProcesses.VARIABLE, task.mark());
        Process started = builder.start();
        process = Optional.of(started);
        try {
            new ObjectOutputStream(started.getOutputStream()).writeObject(task);
            started.getOutputStream().flush();
        } catch (IOException refused) {
            // it says why
        }
    }

    /** The JAR or folder that a class is of. */
    static Path place(Class<?> of) {
        try {
            return Path.of(
                    of.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** It is another user's process: what it says is no longer than it needs. */
    private void hear() {
        List<String> other = new ArrayList<>();
        for (String line : Tail.of(words).split("\n", -1)) {
            if (line.equals(Agent.BEGUN)) {
                hasBegun = true;
            } else if (line.equals(Agent.STARTED)) {
                hasStarted = true;
            } else if (EXIT.matcher(line).matches()) {
                exit = OptionalInt.of(Integer.parseInt(line.substring(Agent.EXIT.length())));
            } else if (line.equals(Agent.GONE) || line.equals(Agent.CLEAN)) {
                last = line;
            } else if (!line.isEmpty()) {
                other.add(PlainText.of(line));
            }
        }
        said = String.join("; ", other);
    }

    /** @throws IOException if it does not start its programs; the message has its words */
    void awaitStart() throws IOException {
        boolean isAlive = true;
        for (long left = LONGEST_START.toNanos(); left > 0 && isAlive; left -= LOOK_AGAIN.toNanos()) {
            isAlive = isAlive();
            hear();
            if (hasStarted) {
                return;
            }
            try {
                Thread.sleep(LOOK_AGAIN.toMillis());
            } catch (InterruptedException enough) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", enough);
            }
        }
        throw new IOException(
                isAlive
                        ? "it takes longer than " + LONGEST_START.toSeconds() + " s"
                        : said.isEmpty() ? "it ended at once" : said);
    }

    /** Whether it can be told to end: one of an earlier process hears nobody any more. */
    boolean listens() {
        return process.isPresent();
    }

    /** Tells it so once: one that is stopped does not read, and a full pipe would hold up who writes. */
    void end(boolean force) {
        int command = force ? Agent.KILL : Agent.END;
        try {
            if (process.isPresent() && told.add(command)) {
                process.get().getOutputStream().write(command);
                process.get().getOutputStream().flush();
            }
        } catch (IOException gone) {
            LOG.debug("An agent has ended already", gone);
        }
    }

    /** The exit code of a program that has ended, or of the agent itself; empty while all run, or if it is not known. */
    OptionalInt exit() {
        boolean isAlive = isAlive();
        hear();
        return exit.isPresent() || isAlive || process.isEmpty()
                ? exit
                : OptionalInt.of(process.get().exitValue());
    }

    /** Whether it had the privilege to begin: before, it makes nothing that could be left. */
    boolean hasBegun() {
        hear();
        return hasBegun;
    }

    /** Whether it runs: one of an earlier process holds its lock, which ends with it, whoever has its pid then. */
    boolean isAlive() {
        return process.map(Process::isAlive).orElseGet(this::isLocked);
    }

    private boolean isLocked() {
        try (FileChannel channel = FileChannel.open(words, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock free = channel.tryLock()) {
            return free == null;
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException unknown) {
            LOG.debug("{} cannot be probed: its agent counts as alive", words, unknown);
            return true;
        }
    }

    /** Whether it saw the last process end, and ended itself; of an earlier process, only if it left nothing. */
    boolean isGone() {
        return !isAlive() && (isClean() || (process.isPresent() && !last.isEmpty()));
    }

    /** Whether it left nothing. */
    boolean isClean() {
        hear();
        return last.equals(Agent.CLEAN);
    }

    /** What it could not do; empty if there is nothing. */
    String said() {
        return said;
    }

    /** Has it kill everything, and waits a little; whether it left nothing. */
    boolean isKilled() {
        end(true);
        try {
            return process.orElseThrow().waitFor(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS)
                    && (isClean() || !hasBegun);
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    long pid() {
        return process.orElseThrow().pid();
    }

    /** Leaves it alone, as if this process were gone. */
    @Override
    public void close() {
        try {
            if (process.isPresent()) {
                process.get().getOutputStream().close();
            }
        } catch (IOException gone) {
            LOG.debug("An agent has ended already", gone);
        }
    }

    /** Starts an agent that ends and removes what is left of a deployment, once it is told to. */
    static AgentProcess sweeper(List<String> as, Journal journal, Entry entry) throws IOException {
        String id = entry.deployment();
        Task task = new Task(entry, journal.mark(id), Map.of(), List.of(), null);
        return new AgentProcess(as, task, journal.output(id), journal.sweep(id));
    }
}

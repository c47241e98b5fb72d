package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Ticker;
import java.io.File;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The coordinator's end of an {@link Agent}. Thread-safe. */
final class AgentProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

    /** Below what is left of a lease when it is renewed, for which a start may have to wait. */
    private static final Duration LONGEST_START = Duration.ofSeconds(8);

    /** For processes to end, and for YARN to be told. */
    private static final Duration LONGEST_SWEEP = YarnCleanup.LONGEST.plusSeconds(20);

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

    /** How long words of one that has ended are waited for: others may hold its standard error open for ever. */
    private static final int LAST_WORDS_SECONDS = 2;

    private static final int LONGEST_LINE = 2_000;
    private static final Pattern EXIT = Pattern.compile(Agent.EXIT + "[0-9]{1,9}");

    private final String name;
    private final Process process;
    private final OutputStream commands;
    private final CompletableFuture<Boolean> started = new CompletableFuture<>();
    private final CompletableFuture<Void> heard = new CompletableFuture<>();
    private final StringBuilder said = new StringBuilder();
    private final Set<Integer> told = ConcurrentHashMap.newKeySet();
    private volatile boolean hasBegun;
    private volatile OptionalInt exit = OptionalInt.empty();
    private volatile String last = "";

    /**
     * Starts an agent.
     *
     * @param as the words before a program that make it run as the user
     * @param tail of what its programs write
     */
    AgentProcess(List<String> as, Task task, Tail tail) throws IOException {
        name = task.entry().deployment();
        // A session of its own, without the coordinator's terminal. A child of a JVM leads no group of processes, so
        // setsid (util-linux) does not fork.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(as);
        words.addAll(JAVA);
        ProcessBuilder builder = new ProcessBuilder(words).directory(new File("/"));
        builder.environment().keySet().retainAll(MarkedProcesses.INHERITED);
        builder.environment().put(MarkedProcesses.VARIABLE, task.mark());
        process = builder.start();
        commands = process.getOutputStream();
        read("log-" + name, () -> tail.follow(process.getInputStream()));
        read("agent-" + name, this::listen);
        CompletableFuture<Void> unused = process.onExit()
                .thenRunAsync(
                        this::hearNoMore, CompletableFuture.delayedExecutor(LAST_WORDS_SECONDS, TimeUnit.SECONDS));
        try {
            new ObjectOutputStream(commands).writeObject(task);
            commands.flush();
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

    private static void read(String name, Runnable reader) {
        Thread thread = new Thread(reader, "hdfs-throttle-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** The deployment's own programs may write here, too: a line has no more than it needs. */
    private void listen() {
        StringBuilder line = new StringBuilder();
        try (Reader words = process.errorReader(StandardCharsets.UTF_8)) {
            for (int each = words.read(); each >= 0; each = words.read()) {
                if (each == '\n') {
                    hear(line.toString());
                    line.setLength(0);
                } else if (line.length() < LONGEST_LINE) {
                    line.append((char) each);
                }
            }
        } catch (IOException gone) {
            LOG.debug("An agent's words broke off", gone);
        }
        if (!line.isEmpty()) {
            hear(line.toString());
        }
        hearNoMore();
    }

    private void hearNoMore() {
        started.complete(false);
        heard.complete(null);
    }

    private void hear(String line) {
        if (line.equals(Agent.BEGUN)) {
            hasBegun = true;
        } else if (line.equals(Agent.STARTED)) {
            started.complete(true);
        } else if (EXIT.matcher(line).matches()) {
            exit = OptionalInt.of(Integer.parseInt(line.substring(Agent.EXIT.length())));
        } else if (line.equals(Agent.GONE) || line.equals(Agent.CLEAN)) {
            last = line;
        } else if (said.length() < Tail.BYTES) {
            LOG.warn("{}: {}", name, PlainText.of(line));
            synchronized (said) {
                said.append(said.isEmpty() ? "" : "; ").append(PlainText.of(line));
            }
        }
    }

    /** @throws IOException if it does not start its programs; the message has its words */
    void awaitStart() throws IOException {
        try {
            if (started.get(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (TimeoutException | ExecutionException slow) {
            throw new IOException("it takes longer than " + LONGEST_START.toSeconds() + " s", slow);
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", enough);
        }
        synchronized (said) {
            throw new IOException(said.isEmpty() ? "it ended at once" : said.toString());
        }
    }

    /** Tells it so once: one that is stopped does not read, and a full pipe would hold up who writes. */
    void end(boolean force) {
        int command = force ? Agent.KILL : Agent.END;
        try {
            if (told.add(command)) {
                commands.write(command);
                commands.flush();
            }
        } catch (IOException gone) {
            LOG.debug("An agent has ended already", gone);
        }
    }

    /** The exit code of a program that has ended, or of the agent itself; empty while all run. */
    OptionalInt exit() {
        return exit.isPresent() || isAlive() ? exit : OptionalInt.of(process.exitValue());
    }

    /** Whether it had the privilege to begin: before, it makes nothing that could be left. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** Whether it runs, or ended just now and has words that are not read yet. */
    boolean isAlive() {
        return process.isAlive() || !heard.isDone();
    }

    /** Whether it saw the last process end, and ended itself. */
    boolean isGone() {
        return !isAlive() && !last.isEmpty();
    }

    /** Whether it left nothing. */
    boolean isClean() {
        return last.equals(Agent.CLEAN);
    }

    /** Has it kill everything, and waits a little; whether it left nothing. */
    boolean isKilled() {
        end(true);
        try {
            return process.waitFor(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS) && (hasLeftNothing() || !hasBegun);
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The same of one that has ended, whose last words may still be read. */
    private boolean hasLeftNothing() throws InterruptedException {
        try {
            heard.get(2 * LAST_WORDS_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException unheard) {
            LOG.debug("An agent cannot be ended", unheard);
        }
        return isClean();
    }

    long pid() {
        return process.pid();
    }

    /** Has it end everything, as if this process were gone. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException gone) {
            LOG.debug("An agent has ended already", gone);
        }
    }

    /** Starts an agent that ends and removes what is left of a deployment. */
    static AgentProcess sweeper(List<String> as, Journal journal, Entry entry) throws IOException {
        Task task = new Task(entry, journal.mark(entry.deployment()), Map.of(), List.of());
        AgentProcess sweeper = new AgentProcess(as, task, new Tail());
        sweeper.close();
        return sweeper;
    }

    /** The same, and waits for it; whether nothing is left. */
    static boolean sweep(RunAs users, Journal journal, Entry entry) {
        try {
            AgentProcess sweeper = sweeper(users.words(entry.user()), journal, entry);
            if (!sweeper.process.waitFor(LONGEST_SWEEP.toMillis(), TimeUnit.MILLISECONDS)) {
                sweeper.process.destroyForcibly();
            }
            if (sweeper.hasLeftNothing()) {
                return true;
            }
            LOG.error("Something of {} is left, and remains recorded: {}", entry.deployment(), sweeper.said);
        } catch (IOException failed) {
            LOG.error("{} cannot be cleared away yet: {}", entry.deployment(), failed.getMessage());
        } catch (InterruptedException enough) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}

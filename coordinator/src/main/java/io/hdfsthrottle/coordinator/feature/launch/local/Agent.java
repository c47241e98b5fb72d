package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.unit.Ticker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The process of the deployment's user that starts its programs and ends them: only that user may signal them, and
 * remove their files. It outlives the coordinator, however that ended, while a coordinator renews the deployment's
 * lease. It uses no library but the JDK. Its standard error and output are files of the coordinator's, which the next
 * coordinator reads, too: what happens, a line each, and the end of what the programs write. It locks the first one while
 * it lives.
 */
public final class Agent {
    /** It has no privilege, and begins to make files and processes. */
    static final String BEGUN = "begun";

    /** All programs are started. */
    static final String STARTED = "started";

    /** Before the exit code of the first program that ends. */
    static final String EXIT = "exit ";

    /** No process is left; something else may be. */
    static final String GONE = "gone";

    /** Nothing is left. */
    static final String CLEAN = "clean";

    /** The byte by which the coordinator has programs told to end; {@link #KILL} kills them. */
    static final int END = 'e';

    static final int KILL = 'k';

    private static final long LOOK_AGAIN_MILLIS = 20;

    /** The same while programs end by themselves, which are asked again each time: one may have started another meanwhile. */
    private static final long ASK_AGAIN_MILLIS = 200;

    /** For all directories: many small files on a slow disk take their time, in which the lease is renewed. */
    private static final long LONGEST_REMOVAL_SECONDS = 60;

    /** How often none is seen until all are gone: one that executes another program bears no mark for a moment. */
    private static final int LOOKS = 3;

    /** Often enough that one whose lease was ended is killed within the grace of leases. */
    private static final long RENEW_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final int PIECE_BYTES = 8 << 10;

    private final Task task;
    private final Ticker ticker = Ticker.system();
    private final FileChannel output = new FileOutputStream(FileDescriptor.out).getChannel();
    private final Tail tail = new Tail();
    private final PrintStream says = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    private final List<Process> processes = new ArrayList<>();
    private final Set<ProcessHandle> known = new LinkedHashSet<>();
    private int exit;
    private volatile boolean hasEnded;
    private volatile boolean end;
    private volatile boolean kill;

    /** Whether its coordinator is gone: then all is killed at the deadline. */
    private volatile boolean isAlone;

    /** On the ticker. */
    private volatile long deadline;

    private Agent(Task task) {
        this.task = task;
    }

    /** Runs until nothing of the task is left; its exit code is the program's, in case that cannot be written. */
    public static void main(String[] none) throws Exception {
        int exit = 0;
        try (FileOutputStream words = new FileOutputStream(FileDescriptor.err)) {
            if (words.getChannel().lock().isValid()) {
                exit = run();
            }
        }
        System.exit(exit);
    }

    private static int run() throws Exception {
        Agent agent = new Agent((Task) new ObjectInputStream(System.in).readObject());
        if (!agent.task.entry().user().isEmpty() && !Privilege.ofThisProcess().isNone()) {
            agent.says.println(
                    "launch.as.command leaves it root, or a capability (CapInh, CapPrm, CapEff, CapAmb); use "
                            + LaunchSettings.As.BY_SETPRIV);
            return 0;
        }
        agent.says.println(BEGUN);
        Thread listener = new Thread(agent::listen, "commands");
        listener.setDaemon(true);
        try {
            agent.start();
            agent.says.println(STARTED);
        } catch (IOException | RuntimeException failed) {
            agent.says.println(failed);
            agent.kill = true;
        }
        listener.start();
        agent.hold();
        boolean isClean = agent.remove();
        agent.says.println(isClean ? CLEAN : GONE);
        return agent.exit;
    }

    private void listen() {
        try {
            for (int said = System.in.read(); said >= 0; said = System.in.read()) {
                end |= said == END;
                kill |= said == KILL;
            }
        } catch (IOException gone) {
            // the coordinator is gone: the same as the end of the input
        }
        Lifeline lifeline = end || kill ? null : task.lifeline();
        long patience = lifeline == null ? 0 : lifeline.patienceMillis();
        deadline = ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(patience);
        isAlone = true;
        if (lifeline != null) {
            outlive(lifeline);
        }
    }

    /** Has its lease renewed while all programs run. It may hang or break off: another thread keeps the deadline. */
    private void outlive(Lifeline lifeline) {
        HttpClient client = null;
        while (!hasEnded) {
            try {
                client = client == null ? lifeline.client() : client;
                long asked = ticker.nanos();
                Optional<Duration> more = lifeline.ask(client, task.entry().deployment());
                more.ifPresent(time -> deadline = asked + time.toNanos());
                // who is not reached may have another certificate by now
                client = more.isPresent() ? client : null;
            } catch (IOException | GeneralSecurityException | RuntimeException unable) {
                says.println(unable);
            } catch (InterruptedException enough) {
                Thread.currentThread().interrupt();
                return;
            }
            LockSupport.parkNanos(RENEW_NANOS);
        }
    }

    /** Keeps the end of what a program writes: the file is replaced by it when it has grown to twice that. */
    private void keep(InputStream in) {
        byte[] piece = new byte[PIECE_BYTES];
        try (in) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                keep(piece, read);
            }
        } catch (IOException gone) {
            // its writer was ended: there is nothing more to come
        }
    }

    /** What cannot be written, as on a full disk, is lost; the program goes on. */
    private synchronized void keep(byte[] piece, int count) {
        tail.add(piece, count);
        ByteBuffer more = ByteBuffer.wrap(piece, 0, count);
        try {
            if (output.size() + count > 2 * Tail.BYTES) {
                output.truncate(0);
                more = ByteBuffer.wrap(tail.text().getBytes(StandardCharsets.UTF_8));
            }
            while (more.hasRemaining()) {
                output.write(more);
            }
        } catch (IOException lost) {
            // later output is kept again once there is room
        }
    }

    private void start() throws IOException {
        if (task.programs().isEmpty()) {
            return;
        }
        for (String directory : task.entry().directories()) {
            Files.createDirectory(
                    Path.of(directory),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        for (Map.Entry<String, String> file : task.files().entrySet()) {
            Path empty = Files.createFile(
                    Path.of(file.getKey()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(empty, file.getValue());
        }
        Path directory = Path.of(task.entry().directories().get(0));
        for (Program program : task.programs()) {
            Process process = MarkedProcesses.builder(program, task.mark())
                    .directory(directory.toFile())
                    .start();
            processes.add(process);
            Thread reader = new Thread(() -> keep(process.getInputStream()), "output");
            reader.setDaemon(true);
            reader.start();
        }
    }

    private void hold() throws InterruptedException {
        int unseen = 0;
        while (unseen < LOOKS) {
            Optional<Process> ended =
                    processes.stream().filter(each -> !each.isAlive()).findFirst();
            if (!hasEnded && ended.isPresent()) {
                exit = ended.get().exitValue();
                says.println(EXIT + exit);
                hasEnded = true;
            }
            if (isAlone && (hasEnded || ticker.nanos() - deadline >= 0)) {
                kill = true;
            }
            boolean force = kill;
            boolean asks = end && !force;
            if (force || asks || unseen > 0) {
                List<ProcessHandle> left = left();
                left.forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
                unseen = left.isEmpty() ? unseen + 1 : 0;
            }
            Thread.sleep(asks && unseen == 0 ? ASK_AGAIN_MILLIS : LOOK_AGAIN_MILLIS);
        }
    }

    /** The processes that are alive, including all descendants. */
    private List<ProcessHandle> left() {
        for (Process process : processes) {
            if (process.isAlive()) {
                known.add(process.toHandle());
                process.descendants().forEach(known::add);
            }
        }
        known.addAll(MarkedProcesses.processes(task.mark()));
        known.removeIf(process -> !MarkedProcesses.runs(process));
        return List.copyOf(known);
    }

    private boolean remove() throws IOException, InterruptedException {
        boolean isClean = true;
        long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(LONGEST_REMOVAL_SECONDS);
        for (String directory : task.entry().directories()) {
            Process removal = new ProcessBuilder("rm", "-rf", "--", directory)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean isInTime = removal.waitFor(deadline - ticker.nanos(), TimeUnit.NANOSECONDS);
            if (!isInTime || removal.exitValue() != 0) {
                removal.destroyForcibly();
                says.println(directory + " cannot be removed" + (isInTime ? "" : " in time"));
                isClean = false;
            }
        }
        YarnCleanup farewell = task.entry().farewell();
        boolean isOnYarn = farewell != null && (task.programs().isEmpty() || !processes.isEmpty());
        boolean isTold = !isOnYarn || farewell.say(task.entry().deployment(), says);
        return isClean && isTold;
    }
}

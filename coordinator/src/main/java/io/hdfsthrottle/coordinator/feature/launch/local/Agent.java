package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The process of the deployment's user that starts its programs and ends them: only that user may signal them, and
 * remove their files. It ends them, too, when the coordinator is gone, however that ended. It uses no library but the
 * JDK, needs nothing that is the coordinator's alone, and says what happens on its standard error, a line each; its
 * standard output is the programs'.
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

    /** The byte by which the coordinator has programs told to end; {@link #KILL} and the end of the input kill them. */
    static final int END = 'e';

    static final int KILL = 'k';

    private static final long LOOK_AGAIN_MILLIS = 20;

    /** The same while programs end by themselves, which are asked again each time: one may have started another meanwhile. */
    private static final long ASK_AGAIN_MILLIS = 200;

    /** For all directories: many small files on a slow disk take their time, in which the lease is renewed. */
    private static final long LONGEST_REMOVAL_SECONDS = 60;

    /** How often none is seen until all are gone: one that executes another program bears no mark for a moment. */
    private static final int LOOKS = 3;

    private final Task task;
    private final PrintStream says = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    private final List<Process> processes = new ArrayList<>();
    private final Set<ProcessHandle> known = new LinkedHashSet<>();
    private volatile boolean end;
    private volatile boolean kill;

    private Agent(Task task) {
        this.task = task;
    }

    /** Runs until nothing of the task is left. */
    public static void main(String[] none) throws Exception {
        Agent agent = new Agent((Task) new ObjectInputStream(System.in).readObject());
        if (!agent.task.entry().user().isEmpty() && !Privilege.ofThisProcess().isNone()) {
            agent.says.println(
                    "launch.as.command leaves it root, or a capability (CapInh, CapPrm, CapEff, CapAmb); use "
                            + LaunchSettings.As.BY_SETPRIV);
            return;
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
    }

    private void listen() {
        InputStream in = System.in;
        try {
            for (int said = in.read(); said == END; said = in.read()) {
                end = true;
            }
        } catch (IOException gone) {
            // the coordinator is gone: the same as the end of the input
        }
        kill = true;
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
            processes.add(MarkedProcesses.builder(program, task.mark())
                    .directory(directory.toFile())
                    .start());
        }
    }

    private void hold() throws InterruptedException {
        int unseen = 0;
        boolean hasSaid = false;
        while (unseen < LOOKS) {
            Optional<Process> ended =
                    processes.stream().filter(each -> !each.isAlive()).findFirst();
            if (!hasSaid && ended.isPresent()) {
                says.println(EXIT + ended.get().exitValue());
                hasSaid = true;
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
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + TimeUnit.SECONDS.toNanos(LONGEST_REMOVAL_SECONDS);
        for (String directory : task.entry().directories()) {
            Process removal = new ProcessBuilder("rm", "-rf", "--", directory)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean hasEnded = removal.waitFor(deadline - ticker.nanos(), TimeUnit.NANOSECONDS);
            if (!hasEnded || removal.exitValue() != 0) {
                removal.destroyForcibly();
                says.println(directory + " cannot be removed" + (hasEnded ? "" : " in time"));
                isClean = false;
            }
        }
        YarnCleanup farewell = task.entry().farewell();
        boolean isOnYarn = farewell != null && (task.programs().isEmpty() || !processes.isEmpty());
        boolean isTold = !isOnYarn || farewell.say(task.entry().deployment(), says);
        return isClean && isTold;
    }
}

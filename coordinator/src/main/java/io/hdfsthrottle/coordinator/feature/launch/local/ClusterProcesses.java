package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** The processes of one cluster. Its log may be read by any thread, all else by one thread at a time. */
final class ClusterProcesses {
    private final Journal journal;
    private final Map<String, String> contact;
    private final Tail tail = new Tail();
    private final List<Process> processes = new ArrayList<>();
    private final Set<ProcessHandle> known = new LinkedHashSet<>();
    private Entry entry;
    private volatile Optional<String> application = Optional.empty();
    private boolean ending;
    private int unseen;
    private CompletableFuture<Void> removal;

    /** @param contact what clients of it have to know */
    ClusterProcesses(Journal journal, Entry entry, Map<String, String> contact) {
        this.journal = journal;
        this.entry = entry;
        this.contact = Map.copyOf(contact);
    }

    private String mark() {
        return journal.mark() + entry.cluster();
    }

    void start(Program program) throws IOException {
        Process process = MarkedProcesses.builder(program, mark())
                .directory(entry.directories().get(0).toFile())
                .start();
        processes.add(process);
        Thread reader = new Thread(() -> tail.follow(process.getInputStream()), "hdfs-throttle-log-" + entry.cluster());
        reader.setDaemon(true);
        reader.start();
        List<Entry.Started> started = new ArrayList<>(entry.programs());
        started.add(Entry.Started.of(process.toHandle()));
        entry = entry.with(started);
        journal.write(entry);
    }

    String log() {
        return tail.text();
    }

    Map<String, String> contact() {
        Map<String, String> all = new TreeMap<>(contact);
        application.ifPresent(id -> all.put("application", id));
        return all;
    }

    /** Its processes that are alive, including all descendants. */
    private List<ProcessHandle> left() {
        for (Process process : processes) {
            if (process.isAlive()) {
                known.add(process.toHandle());
                process.descendants().forEach(known::add);
            }
        }
        known.addAll(MarkedProcesses.processes(mark()));
        known.removeIf(process -> !MarkedProcesses.runs(process));
        return List.copyOf(known);
    }

    void end(boolean force) {
        ending = true;
        left().forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }

    /** @param removing where directories are removed, which may take long */
    ProcessState observe(Executor removing) {
        OptionalInt exit = exit();
        if (application.isEmpty() && entry.farewell().isPresent()) {
            application = YarnCleanup.submitted(tail.text());
        }
        if (!ending) {
            return new ProcessState(exit, false);
        }
        if (removal == null) {
            unseen = left().isEmpty() ? unseen + 1 : 0;
            if (unseen >= OrphanCleanup.LOOKS) {
                removal = CompletableFuture.runAsync(this::remove, removing);
            }
        }
        return new ProcessState(exit, removal != null && removal.isDone());
    }

    private OptionalInt exit() {
        Optional<Process> first =
                processes.stream().filter(each -> !each.isAlive()).findFirst();
        return first.isPresent() ? OptionalInt.of(first.get().exitValue()) : OptionalInt.empty();
    }

    /** What cannot be removed stays in the journal, for the next coordinator. */
    private void remove() {
        Entry left = processes.isEmpty() ? entry.withoutFarewell() : entry;
        if (OrphanCleanup.remove(left, journal, OrphanCleanup.LONGEST_FAREWELL)) {
            try {
                journal.remove(entry.cluster());
            } catch (IOException kept) {
                throw new IllegalStateException("the journal cannot be changed: " + kept.getMessage(), kept);
            }
        }
    }
}

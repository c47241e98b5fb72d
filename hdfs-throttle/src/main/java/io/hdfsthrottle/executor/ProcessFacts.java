package io.hdfsthrottle.executor;

import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** Facts that the kernel shows of a process. Its threads are read on demand: there may be thousands. */
final class ProcessFacts {

    private final long startTicks;
    private final String user;
    private final Supplier<Set<String>> threads;

    /**
     * @param startTicks when it started, in clock ticks since boot
     * @param user its owner
     * @param threads the names of its threads, only those that look like name plates
     */
    ProcessFacts(long startTicks, String user, Supplier<Set<String>> threads) {
        this.startTicks = startTicks;
        this.user = Objects.requireNonNull(user, "user");
        this.threads = threads;
    }

    long startTicks() {
        return startTicks;
    }

    String user() {
        return user;
    }

    Set<String> threads() {
        return threads.get();
    }
}

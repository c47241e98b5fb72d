package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.NativeCalls;
import io.hdfsthrottle.kernel.Outcome;
import java.util.Map;
import java.util.Optional;

/**
 * Priorities through {@code syscall(2)}, for which each architecture has numbers of its own; glibc has no wrapper for
 * them.
 */
final class KernelIoPriorities implements IoPriorities {

    /** The numbers of {@code ioprio_set} by the JVM's name of the architecture; {@code ioprio_get} is the next one. */
    private static final Map<String, Long> SET_NUMBERS = Map.of("amd64", 251L, "x86_64", 251L, "aarch64", 30L);

    private static final int ONE_THREAD = 1;

    private final NativeCalls calls;
    private final String architecture;

    KernelIoPriorities(NativeCalls calls, String architecture) {
        this.calls = calls;
        this.architecture = architecture;
    }

    @Override
    public Outcome usable() {
        return SET_NUMBERS.containsKey(architecture)
                ? calls.load()
                : Outcome.failed(
                        "the system calls of " + architecture + " are not known, only those of x86_64 and aarch64");
    }

    @Override
    public Optional<IoPriority> of(long osThread) {
        if (!usable().isDone()) {
            return Optional.empty();
        }
        long answer = calls.libC().call(SET_NUMBERS.get(architecture) + 1, ONE_THREAD, osThread, 0);
        return answer < 0 ? Optional.empty() : Optional.of(IoPriority.coded((int) answer));
    }

    @Override
    public Outcome set(long osThread, IoPriority priority) {
        Outcome usable = usable();
        if (!usable.isDone()) {
            return usable;
        }
        long answer = calls.libC().call(SET_NUMBERS.get(architecture), ONE_THREAD, osThread, priority.coded());
        return answer < 0 ? NativeCalls.outcome((int) -answer) : Outcome.DONE;
    }
}

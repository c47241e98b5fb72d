package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** I/O priorities of threads that need not exist; any change can be refused. Thread-safe. */
final class FakeIoPriorities implements IoPriorities {

    static final IoPriority HOME = IoPriority.coded(0);

    private final Map<Long, IoPriority> priorities = new ConcurrentHashMap<>();
    private volatile Outcome usable = Outcome.DONE;
    private volatile Outcome answer = Outcome.DONE;

    /** Makes native calls unavailable. */
    void areNotThere(String reason) {
        usable = Outcome.failed(reason);
    }

    /** Answers every later change with this and does not make it. */
    void answer(Outcome newAnswer) {
        answer = newAnswer;
    }

    @Override
    public Outcome usable() {
        return usable;
    }

    @Override
    public Optional<IoPriority> of(long osThread) {
        return Optional.of(priorities.getOrDefault(osThread, HOME));
    }

    @Override
    public Outcome set(long osThread, IoPriority priority) {
        if (answer.isDone()) {
            priorities.put(osThread, priority);
        }
        return answer;
    }
}

package io.hdfsthrottle.ioprio;

import io.hdfsthrottle.kernel.Outcome;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Priorities of threads that need not exist; everything can be refused. Thread-safe. */
final class FakeIoPriorities implements IoPriorities {

    static final IoPriority HOME = IoPriority.coded(0);

    private final Map<Long, IoPriority> priorities = new ConcurrentHashMap<>();
    private volatile Outcome usable = Outcome.DONE;
    private volatile Outcome answer = Outcome.DONE;

    /** From now on nothing native is there. */
    void areNotThere(String reason) {
        usable = Outcome.failed(reason);
    }

    /** From now on every change is answered so and not made. */
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

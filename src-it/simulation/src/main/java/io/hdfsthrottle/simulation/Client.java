package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import java.util.SplittableRandom;

/** A simulated thread of a tenant, which runs one operation after the other. */
final class Client {

    /** Operations are at random positions within that many bytes of the thread's own. */
    private static final long SPACE = 1L << 40;

    final Run run;
    final Tally tally;
    final Load load;
    private final Branch application;
    private final long space;
    private final SplittableRandom random;
    private Operation current;
    private long beganAt;
    private boolean present;

    Client(Run run, Tally tally, Load load, Branch application, long number, SplittableRandom random) {
        this.run = run;
        this.tally = tally;
        this.load = load;
        this.application = application;
        this.space = number * SPACE;
        this.random = random;
    }

    void arrive() {
        present = true;
        begin();
    }

    void go() {
        present = false;
        if (current != null) {
            current.leave();
        }
    }

    private void begin() {
        beganAt = run.time.now();
        current = new Operation(this, application, space + (random.nextLong(SPACE / 2) & -4096));
        current.begin();
    }

    void finished(Operation operation) {
        tally.ended(load.length(), run.time.now() - beganAt);
        // Half to one and a half: no client keeps exact time.
        run.time.after((long) (load.thinkNanos() * (0.5 + random.nextDouble())), () -> {
            if (present && operation == current) {
                begin();
            }
        });
    }
}

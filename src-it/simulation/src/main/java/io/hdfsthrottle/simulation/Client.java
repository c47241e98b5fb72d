package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import java.util.SplittableRandom;

/** A thread of a tenant: one operation after the other. */
final class Client {

    /** Operations lie anywhere in that many bytes of the thread's own. */
    private static final long SPACE = 1L << 40;

    private final Run run;
    private final int party;
    private final Load load;
    private final Branch application;
    private final long space;
    private final SplittableRandom random;
    private Operation current;
    private long beganAt;
    private boolean present;

    Client(Run run, int party, Load load, Branch application, long number, SplittableRandom random) {
        this.run = run;
        this.party = party;
        this.load = load;
        this.application = application;
        this.space = number * SPACE;
        this.random = random;
    }

    Run run() {
        return run;
    }

    Load load() {
        return load;
    }

    /** How long the application's last read was; 0 while none has ended. */
    long usualLength() {
        return run.usualLength(party);
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
        beganAt = run.now();
        current = new Operation(this, application, space + (random.nextLong(SPACE / 2) & -4096));
        current.begin();
    }

    void finished(Operation operation) {
        run.usualLength(party, load.length());
        run.latency(party, run.now() - beganAt);
        // Half to one and a half: nobody keeps time.
        run.after((long) (load.thinkNanos() * (0.5 + random.nextDouble())), () -> {
            if (present && operation == current) {
                begin();
            }
        });
    }

    void count(long bytes) {
        run.count(party, bytes);
    }

    void taken(long nanos) {
        run.taken(party, nanos);
    }
}

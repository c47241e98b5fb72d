package io.hdfsthrottle.simulation;

/** When the threads of a team come and go: they stay from the beginning of every cycle, and are away for the rest of it. */
final class Visits implements Actor {

    private static final double NANOS = 1e9;
    private static final long STAYS_NANOS = (long) (Scenario.STAYS_SECONDS * NANOS);
    private static final long CYCLE_NANOS = (long) (Scenario.CYCLE_SECONDS * NANOS);

    private final Timeline time;
    private final Team team;
    private final int id;
    private boolean here = true;

    Visits(Timeline time, Team team) {
        this.time = time;
        this.team = team;
        this.id = time.enrol(this);
    }

    /** They are here, and the first cycle begins. */
    void begin() {
        time.after(STAYS_NANOS, id);
    }

    @Override
    public void wake() {
        if (here) {
            team.threads().forEach(TransferThread::stop);
        } else {
            team.threads().forEach(thread -> thread.startAt(time.nanos()));
            team.goAhead();
        }
        time.after(here ? CYCLE_NANOS - STAYS_NANOS : STAYS_NANOS, id);
        here = !here;
    }
}

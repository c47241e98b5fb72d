package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.TenantBucket;
import io.hdfsthrottle.pace.Transfer;
import io.hdfsthrottle.unit.Ticker;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of one tenant at one disk. What they do between two moments that concern anybody else (the controller's tick, a
 * request to the disk, a piece that one of them waits for) is done in one go: nobody could see the difference, and a run spends
 * most of its time there. Their own moments then lie ahead of the {@link Timeline}'s.
 */
final class Team implements Actor, Ticker {

    private static final long ASLEEP = -1;

    private final Timeline time;
    private final TenantBucket bucket;
    private final Disk disk;
    private final List<TransferThread> threads = new ArrayList<>();
    private final Moments moments = new Moments();
    private final int id;
    private long now;
    private long nextTick;
    private long wakesAt = ASLEEP;
    private int waiting;
    private long ticket;
    private long uncounted;
    private long uncharged;
    private long lastCharge;
    private long sentBytes;

    Team(Timeline time, TenantBucket bucket, Disk disk) {
        this.time = time;
        this.bucket = bucket;
        this.disk = disk;
        this.id = time.enrol(this);
    }

    /** One more thread; returns its number in the team. */
    int add(TransferThread thread) {
        threads.add(thread);
        return threads.size() - 1;
    }

    List<TransferThread> threads() {
        return threads;
    }

    /** What all of them sent so far. */
    long sentBytes() {
        return sentBytes;
    }

    /** The controller will look at that moment, and not before. */
    void nextTick(long moment) {
        nextTick = moment;
    }

    long nextTick() {
        return nextTick;
    }

    /** The moment at which the thread is that does something now. */
    @Override
    public long nanos() {
        return now;
    }

    /** Whether that moment is still to come for everybody else. */
    boolean isAhead() {
        return now > time.nanos();
    }

    /** The thread goes on at that moment. */
    void at(long moment, int thread) {
        moments.add(moment, thread);
    }

    /** Goes to that moment at once, if nothing of the team's own and nothing that concerns it comes before. */
    boolean jumpsTo(long moment) {
        boolean next = moment < moments.first() && moment < aloneUntil();
        if (next) {
            now = moment;
        }
        return next;
    }

    /** One more waits for the disk: from now on nobody may be ahead of it. */
    void waits() {
        waiting++;
    }

    /** The disk gave a thread what it waited for; {@link #goAhead} follows. */
    void served() {
        waiting--;
        now = time.nanos();
    }

    /** A thread sent so much, and that is charged for it; returns the ticket. */
    long charge(int bytes, long charged) {
        sentBytes += bytes;
        uncounted += bytes;
        uncharged += charged;
        lastCharge = now;
        ticket += charged;
        return ticket;
    }

    /** Where whoever holds the ticket stands. */
    long place(long of, ReadCharge reads) {
        return bucket.place(of, reads);
    }

    /** How long whoever holds the ticket rests before it looks again. */
    long restNanos(long of, long since, long at) {
        return bucket.restNanos(of, since, at);
    }

    void beginRest() {
        bucket.beginRest();
    }

    void endRest(long since) {
        bucket.endRest(since, now);
    }

    void join(Transfer transfer) {
        bucket.join(transfer);
    }

    void leave(Transfer transfer) {
        bucket.leave(transfer);
    }

    @Override
    public void wake() {
        if (time.nanos() == wakesAt) {
            wakesAt = ASLEEP;
            goAhead();
        }
    }

    /** Lets the threads do what they would do until something concerns others. */
    void goAhead() {
        long next = moments.first();
        while (next < Moments.NEVER) {
            TransferThread thread = threads.get(moments.who());
            if (next > time.nanos() && (next >= aloneUntil() || thread.concernsOthers())) {
                break;
            }
            moments.removeFirst();
            now = next;
            thread.goOn();
            next = moments.first();
        }
        if (uncounted > 0) {
            bucket.charge(uncounted, uncharged, lastCharge);
            uncounted = 0;
            uncharged = 0;
        }
        if (next < Moments.NEVER && (wakesAt == ASLEEP || next < wakesAt)) {
            wakesAt = next;
            time.after(next - time.nanos(), id);
        }
    }

    private long aloneUntil() {
        return waiting > 0 ? Math.min(nextTick, disk.nextEnd()) : nextTick;
    }
}

package io.hdfsthrottle.simulation;

import io.hdfsthrottle.pace.ReadCharge;
import io.hdfsthrottle.pace.Transfer;

/** One thread of a DataNode that sends packets: charges each, and rests when its bucket says so. */
abstract class TransferThread {

    static final int PACKET = 64 << 10;

    private final Team team;
    private final int number;
    private final Transfer transfer;
    private ReadCharge charge = ReadCharge.transferred();
    private long deviceBytes;
    private boolean wanted;
    private boolean joined;
    private boolean holdsTicket;
    private boolean toldBefore;
    private boolean rests;
    private long ticket;
    private long ticketSince;
    private long restsSince;

    /**
     * A thread.
     *
     * @param id its id in the modelled kernel
     */
    TransferThread(Team team, long id) {
        this.team = team;
        this.number = team.add(this);
        this.transfer = Transfer.ofThisThread(id);
    }

    /** What it reads is charged as that policy does; else as it is transferred. */
    final void readsUnder(Policy policy) {
        charge = policy.readCharge(() -> deviceBytes, team);
    }

    /** It asked the disk for so much. */
    final void askedDevice(int bytes) {
        deviceBytes += bytes;
    }

    /** The client asks for more, from that moment on. */
    final void startAt(long moment) {
        wanted = true;
        if (!joined) {
            team.at(moment, number);
        }
    }

    /** The client wants no more; what is under way is finished. */
    final void stop() {
        wanted = false;
    }

    /** Whether it stopped, which is done here if it is to. */
    final boolean ended() {
        if (!wanted && joined) {
            joined = false;
            team.leave(transfer);
        }
        return !wanted;
    }

    /** Its moment has come. */
    final void goOn() {
        if (!joined) {
            joined = true;
            team.join(transfer);
            begin();
        } else if (!holdsTicket || mayGoOn()) {
            proceed();
        }
        endRest();
    }

    private void endRest() {
        if (rests && !holdsTicket) {
            rests = false;
            team.endRest(restsSince);
        }
    }

    /** A packet was sent; returns whether the thread may go on at once, else {@link #proceed} follows after a rest. */
    final boolean sent(int bytes) {
        ticket = team.place(team.charge(bytes, charge.of(bytes)), charge);
        ticketSince = team.nanos();
        holdsTicket = true;
        return mayGoOn();
    }

    /** Rests as long as the bucket says. Until the next tick the bucket says the same, so it is asked in advance. */
    private boolean mayGoOn() {
        long at = team.nanos();
        long rest = toldBefore ? 0 : team.restNanos(ticket, ticketSince, at);
        toldBefore = false;
        if (rest <= 0) {
            holdsTicket = false;
            return true;
        }
        if (!rests) {
            rests = true;
            restsSince = at;
            team.beginRest();
        }
        do {
            at += rest;
            rest = at < team.nextTick() ? team.restNanos(ticket, ticketSince, at) : 0;
        } while (rest > 0);
        toldBefore = at < team.nextTick();
        if (toldBefore && team.jumpsTo(at)) {
            toldBefore = false;
            holdsTicket = false;
            return true;
        }
        team.at(at, number);
        return false;
    }

    /** The disk gave what was waited for. */
    final void served() {
        team.served();
        proceed();
        endRest();
        team.goAhead();
    }

    /** Whether it is that moment now, because nothing else happens before; else {@link #proceed} follows then. */
    final boolean reaches(long moment) {
        if (team.jumpsTo(moment)) {
            return true;
        }
        team.at(moment, number);
        return false;
    }

    /** Does something at that moment: {@link #proceed} follows. */
    final void proceedAt(long moment) {
        team.at(moment, number);
    }

    final Team team() {
        return team;
    }

    /** Whether its next step may concern more than its team: the disk. */
    final boolean concernsOthers() {
        return !joined || asksNext();
    }

    /** Begins to read. */
    abstract void begin();

    /** Goes on, with nothing that holds the thread back. */
    abstract void proceed();

    /** Whether the next step may ask the disk for something, or begin to wait for it. */
    abstract boolean asksNext();

    /** Whether it waits for the disk now: for a piece that is not there yet. */
    abstract boolean waitsForDisk();
}

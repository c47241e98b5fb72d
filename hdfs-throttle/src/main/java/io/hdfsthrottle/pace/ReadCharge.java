package io.hdfsthrottle.pace;

import io.hdfsthrottle.unit.Ticker;
import java.util.function.LongSupplier;

/**
 * What one thread's reads are charged: as transferred, or what they cost the device and a small part of what came from
 * memory. Used by that thread alone.
 *
 * <p>The device's figure is a system call away, so it is not looked at for every packet. The device reads ahead in pieces of megabytes;
 * a piece is charged packet by packet as it is sent, without a look: a tenant that is charged a whole piece at once, or only after it
 * was sent, stands still and leaps by turns. When all of it is sent there is a look; if the device did nothing since the last one, what is
 * sent comes from memory, which is told after ten milliseconds. What was read and not sent is charged when the operation ends; one of many
 * small ones in a row that were too short for a disk is looked at only every ten milliseconds, too.
 */
public final class ReadCharge {

    /** A tenth of the lead that anybody may have: short enough to change no share, and 0.01 % of a thread's time. */
    static final long PERIOD_NANOS = 10_000_000L;

    /** No longer than this from one call to the next, and a disk had no time to do much. */
    static final long SHORT_NANOS = 1_000_000L;

    /** Readahead that is remembered, as owed or as paid for; what is beyond was read in vain. */
    static final long MOST_AHEAD = 8L << 20;

    /** An operation ends with a packet of a few bytes ({@code BlockSender.sendBlock}). */
    static final long LAST_PACKET_BELOW = TenantBucket.NEVER_REST_BELOW;

    private final LongSupplier device;
    private final double cachedPart;
    private final Ticker ticker;
    private long seen;
    private long pending;
    private long owed;
    private long paid;
    private long lookedNanos;
    private long calledNanos;
    private boolean mayHaveWaited = true;
    private boolean fromMemory;
    private boolean begun;
    private double turn;

    private ReadCharge(LongSupplier device, double cachedPart, Ticker ticker) {
        this.device = device;
        this.cachedPart = cachedPart;
        this.ticker = ticker;
    }

    /** Every byte as it is transferred. */
    public static ReadCharge transferred() {
        return new ReadCharge(null, 1, null);
    }

    /**
     * What the device did, and a part of what it did not have to do.
     *
     * @param device bytes that the calling thread caused to be read from devices since it began, negative where that is not known
     * @param cachedPart what a byte from memory costs, 0 to 1
     */
    public static ReadCharge ofDevice(LongSupplier device, double cachedPart, Ticker ticker) {
        return new ReadCharge(device, cachedPart, ticker);
    }

    /** What is to be charged now that the calling thread has sent so many bytes more. Allocates nothing. */
    public long of(long bytes) {
        return device == null ? bytes : of(bytes, ticker.nanos());
    }

    /** The same at that moment of the ticker's: who has just looked at the clock need not do so again. */
    long of(long bytes, long now) {
        if (device == null) {
            return bytes;
        }
        boolean last = bytes < LAST_PACKET_BELOW;
        mayHaveWaited |= now - calledNanos > SHORT_NANOS;
        calledNanos = now;
        if (bytes <= owed && pending == 0 && paid == 0 && !last) {
            owed -= bytes;
            return bytes;
        }
        pending += bytes;
        if (fromMemory && now - lookedNanos < PERIOD_NANOS && !(last && mayHaveWaited)) {
            return 0;
        }
        lookedNanos = now;
        mayHaveWaited = false;
        long charge = charge(Long.MAX_VALUE);
        return last ? charge + readInVain() : charge;
    }

    /**
     * What the payer so far still owes, now that the thread has begun to work for another: what the device did since the last look
     * is that payer's as far as packets of it were sent, and the rest is the next one's.
     */
    public long rest() {
        if (device == null) {
            return 0;
        }
        long charge = pending == 0 ? 0 : charge(pending);
        charge += readInVain();
        paid = 0;
        fromMemory = false;
        return charge;
    }

    /** How late the calling thread's turn is among its payer's, 0 to 1; drawn for each piece of readahead. */
    double turn(Turns turns) {
        if (begun) {
            begun = false;
            turn = turns.draw();
        }
        return turn;
    }

    private long charge(long most) {
        long sent = pending;
        pending = 0;
        long total = device.getAsLong();
        long read = Math.min(Math.max(total - seen, 0), most);
        fromMemory = read == 0 && total >= 0;
        if (total < 0) {
            return sent;
        }
        seen += read;
        begun |= read > 0;
        owed += read;
        long ofPaid = Math.min(sent, paid);
        paid -= ofPaid;
        long ofOwed = Math.min(sent - ofPaid, owed);
        owed -= ofOwed;
        long cached = sent - ofPaid - ofOwed;
        long beyond = Math.max(0, owed - MOST_AHEAD);
        owed -= beyond;
        return ofOwed + beyond + (long) (cached * cachedPart);
    }

    /** Charges what was read and may never be sent; if it is sent after all, it is paid for. */
    private long readInVain() {
        long charge = owed;
        owed = 0;
        paid = Math.min(paid + charge, MOST_AHEAD);
        return charge;
    }
}

package io.hdfsthrottle.law;

import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.window.Requests;
import io.hdfsthrottle.window.Window;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The I/O scheduler of one disk. Pieces are dispatched before the disk is asked: to the backlogged stream with the
 * smallest start tag, tenant by tenant, application by application, part by part, while less than a window is
 * outstanding. Limits delay a tenant or a part of one, reservations give it precedence while it is behind (mClock,
 * Gulati et al., OSDI 2010). Cost is device time: bytes, and for a switch of position the bytes that the disk would
 * have moved meanwhile.
 *
 * <p>Pure and not thread-safe: the owner calls it under a lock, with its own time in nanoseconds.
 */
public final class Scheduler {

    /**
     * A piece that has not completed after this long is no longer waited for: one lost request must not stop a disk. And
     * a disk that has done nothing for so long, although it was asked for something, gives nothing.
     */
    static final long LOST_NANOS = 2_000_000_000L;

    /**
     * No single operation is charged more than this out of turn, and nobody is further ahead for such charges than all
     * that are backlogged are served together in so many bytes: whoever was served too much while a disk did not answer
     * is served again within a second or two.
     */
    static final long MOST_CHARGED = 64L << 20;

    /**
     * The most that I/O beside the scheduler puts a tenant of weight 1 ahead of the others, in bytes: a second or two
     * of a disk.
     */
    static final double MOST_BESIDE = 256 << 20;

    /** Reservations get at most this part of a disk before weights count. */
    static final double MOST_RESERVED = 0.9;

    /** The most parts of a tenant whose reservations count: they are scanned for each of its pieces. */
    static final int MOST_RESERVED_PARTS = 64;

    /**
     * The most short reads of one branch that a disk with an arm has at once: it orders no more (native command queueing
     * of serial ATA).
     */
    static final int MOST_SHORT = 32;

    /** How long a tenant that is hurt by waiting is expected back after it has left: the pause between its operations. */
    private static final long GUEST_NANOS = 50_000_000L;

    /** What a short read amid others' I/O costs: the way to its data and to their checksums, and each time the way back. */
    private static final int VISIT_SEEKS = 4;

    /** A tenant is awaited for this part of the time of its service, and for this part of that if it does not come. */
    static final int AWAITED_PART = 8;

    private final ShareNode root = new ShareNode(null);
    private final Window window;
    private final double roundSeconds;
    private final Silence silence = new Silence();
    private final Deque<Piece> dispatched = new ArrayDeque<>();
    private final Delayed delayed = new Delayed();
    private final Reserved reserved = new Reserved(Integer.MAX_VALUE);
    private double reservations;
    private long outstanding;
    private int pieces;
    private Flow current;

    /** The stream that is served a quantum; a short read of another does not end that. */
    private Flow run;

    /** The branch of the streams that alone were served, and since when. */
    private ShareNode alone;

    private long aloneNanos;
    private long runBytes;

    /** The bytes that it is served before another is. */
    private double runQuantum;

    private boolean isDraining;

    /** The part whose reservation within its tenant gives the piece that is being dispatched; null if none does. */
    private ShareNode reservedPart;

    private long runEnd;
    private long guestNanos = -GUEST_NANOS;

    /** A tenant that wants nothing more although it is its turn, and since when. */
    private ShareNode left;

    private long leftNanos;
    private long endedNanos;

    /** The most weight that waited besides since the tenant in service has been that. */
    private double rivals;

    /** A disk without requests yet; the window decides how much it is asked for at once. */
    public Scheduler(Window window) {
        this(window, Duration.ofDays(1));
    }

    /**
     * The same, for threads that do not wait for long.
     *
     * @param round the time in which all streams that wait are to have their turn, if the disk's seeks allow that
     */
    public Scheduler(Window window, Duration round) {
        this.window = window;
        this.roundSeconds = round.toMillis() / 1000.0;
    }

    /** A new tenant of weight 1, without reservation and limit. */
    public Branch tenant() {
        return new Branch(root);
    }

    /**
     * Sets the tenant's terms from now on: a weight above 0, a reservation ({@link Rate#ZERO} for none) and a limit.
     */
    public void terms(Branch tenant, double weight, Rate reservation, Rate limit) {
        ShareNode node = tenant.node;
        node.weight(weight);
        reserved.set(node, reservation);
        boundParts(node);
        limit(node, limit);
    }

    /**
     * Sets the terms of a part of a tenant from now on. Its reservation gives it precedence among the tenant's parts,
     * within the tenant's own reservation; its limit only reduces what the tenant gives it.
     */
    public void partTerms(Branch part, double weight, Rate reservation, Rate limit) {
        ShareNode node = part.node;
        ShareNode tenant = node.tenant();
        node.weight(weight);
        if (tenant.parts == null && !reservation.equals(Rate.ZERO)) {
            tenant.parts = new Reserved(MOST_RESERVED_PARTS);
            boundParts(tenant);
        }
        if (tenant.parts != null) {
            tenant.parts.set(node, reservation);
        }
        limit(node, limit);
    }

    private static void boundParts(ShareNode tenant) {
        if (tenant.parts != null) {
            tenant.parts.together.set(tenant.reservation.part(MOST_RESERVED));
        }
    }

    private void limit(ShareNode node, Rate limit) {
        node.limit.set(limit);
        delayed.limitsChanged();
    }

    /**
     * Sets the sum of the reservations of all present tenants, in bytes a second; beyond the disk's throughput they are
     * cut in proportion.
     */
    public void reservations(double bytesPerSecond) {
        reservations = bytesPerSecond;
    }

    /** Removes a tenant, or a part of one, that no longer exists. */
    public void forget(Branch gone) {
        ShareNode node = gone.node;
        if (node.parent == root) {
            reserved.forget(node);
        } else if (node.tenant().parts != null) {
            node.tenant().parts.forget(node);
        }
        delayed.forget(node);
    }

    /** Sets the rate that requests to the disk do not exceed from now on. */
    public void capacity(Rate rate) {
        root.limit.set(rate);
    }

    /**
     * Whether the disk also serves much I/O that is not scheduled here, from now on: as much is outstanding then as
     * HDFS would have by itself.
     *
     * @param streams how many streams are served; 0 if the disk is not shared
     */
    public void share(int streams, long now) {
        window.share(streams, now);
    }

    /** Whether the disk seeks, from now on. */
    public void rotational(boolean seeks) {
        window.rotational(seeks);
    }

    /** What the disk is asked for at once now. */
    public Requests requests() {
        return window.requests();
    }

    /** The disk's throughput, in bytes a second; 0 while it is unknown. */
    public double bytesPerSecond() {
        return window.bytesPerSecond();
    }

    /** When that was last measured, in nanoseconds of the caller's clock. */
    public long measuredNanos() {
        return window.measuredNanos();
    }

    /** Whether the disk does nothing any more that it is asked for, as one that hangs or has failed. */
    public boolean isSilent(long now) {
        forgetLost(now);
        return silence.isSilent();
    }

    /** The bytes of the window that are occupied by what was dispatched and has not completed. */
    public long outstanding() {
        return outstanding;
    }

    /** Whether a stream that may be served is waiting. */
    public boolean hasBacklog() {
        return root.hasBacklog();
    }

    /** Whether {@link #dispatch} may find a piece now: one waits and there is room for it, or something is due. */
    public boolean mayDispatch(long now) {
        return (root.hasBacklog() && !isFull(now) && !isAwaiting(now) && root.limit.isDue(now))
                || nextDueNanos(now) <= now;
    }

    /** The stream wants a piece; to be called when it did not before. */
    public void wants(Flow flow, long now) {
        if (flow.mayBeServed()) {
            flow.leaf.enter(now);
            if (left == flow.leaf.tenant()) {
                isAwaitedNoMore(1, now);
            }
        }
    }

    /** The stream wants nothing any more, although it did. */
    public void wantsNothing(Flow flow) {
        flow.leaf.leave();
    }

    /** Whether a limit delays the stream now, its own or one above it, except the disk's. */
    public boolean isLimited(Flow flow, long now) {
        return !flow.leaf.isLetThrough(now);
    }

    /** Charges the stream for bytes that were moved without having been dispatched; refunds bytes below 0. */
    public void charge(Flow flow, long bytes, long now) {
        if (bytes > 0) {
            flow.leaf.serveOutOfTurn((double) Math.min(bytes, MOST_CHARGED), (double) MOST_CHARGED, now);
        } else {
            flow.leaf.serve((double) bytes, now, false, null);
        }
    }

    /**
     * Charges a tenant and its part for bytes moved on the disk beside this scheduler: others precede until they have
     * received as much for their weight. Neither a limit nor the disk's capacity counts it. A tenant is never more than
     * {@link #MOST_BESIDE} ahead of the others for it, so that it is served again soon after that I/O has stopped.
     */
    public void chargeBeside(Branch branch, long bytes, long now) {
        branch.node.serveBeside((double) bytes, MOST_BESIDE, now);
    }

    /**
     * The next piece to request from the disk; empty if the window is full, a limit is reached, or no stream wants a
     * piece.
     */
    public Optional<Piece> dispatch(long now) {
        forgetLost(now);
        delayed.release(now); // even if the window is full: nextDueNanos would name a moment that is past
        if (isFull(now) || isAwaiting(now) || !root.limit.isDue(now)) {
            return Optional.empty();
        }
        if (left != null) {
            isAwaitedNoMore(AWAITED_PART, now); // in vain
        }
        while (true) {
            ShareNode behind = behind(now);
            reservedPart = null;
            boolean goesOn = behind == null && mayGoOn(now);
            Flow flow = goesOn ? run : below(behind == null ? root : behind, now);
            if (flow == null && behind == null) {
                return Optional.empty();
            }
            if (flow != null && flow.mayBeServed()) {
                isDraining = requests().isSerial() && outstanding > 0 && flow != current && !mayJoin(flow, now);
                if (isDraining) {
                    return Optional.empty();
                }
                return dispatch(flow, behind != null, now).found();
            }
            if (flow != null) {
                flow.leaf.leave(); // its client has gone, or its file cannot be read for now
            }
        }
    }

    /**
     * Whether a disk with an arm may be asked for it beside what is outstanding: short reads need a seek each, and the
     * disk finds a shorter way than their order. Only of one branch, after nobody else was served for a while: others
     * would wait for all of them.
     */
    private boolean mayJoin(Flow flow, long now) {
        return isShortAlone() && flow.isShort() && flow.leaf.parent == alone && now - aloneNanos >= GUEST_NANOS;
    }

    /** Whether all that is outstanding is short reads at a disk with an arm. */
    private boolean isShortAlone() {
        return requests().isSerial() && outstanding > 0 && current.isShort();
    }

    /** The tenant that is behind its reservation; null for none, and on a disk of which nothing is known. */
    private ShareNode behind(long now) {
        return window.bytesPerSecond() > 0 ? reserved.behind(now) : null;
    }

    private Piece dispatch(Flow flow, boolean isReserved, long now) {
        Piece piece = flow.next(piece(flow, now));
        boolean sequential = flow == run && piece.offset() == runEnd;
        piece.dispatchedNanos = now;
        // Listed before it counts, and before anything else: whatever fails then, it is lost in time, and counts no
        // more.
        dispatched.add(piece);
        piece.listed = true;
        piece.isAlone = outstanding == 0;
        piece.follows = sequential && flow == current;
        if (outstanding == 0) {
            silence.asked(now);
        }
        outstanding += piece.room();
        pieces++;
        if (flow.leaf.parent != alone) {
            alone = flow.leaf.parent;
            aloneNanos = now;
        }
        ShareNode tenant = flow.leaf.tenant();
        current = flow;
        double others = root.backlogged.weights() - tenant.weight();
        boolean isVisit = flow.isShort() && run != null && run != flow && run.leaf.isServable(now);
        boolean isAmid = isVisit || (flow.isShort() && others > 0);
        double quantum = sequential ? runQuantum : quantum(flow);
        piece.seekCharge = isAmid
                ? VISIT_SEEKS * seekCharge((double) requests().quantum())
                : seekCharge(sequential ? runBytes : 0, piece, quantum);
        piece.charged = piece.length() + piece.seekCharge;
        if (!isVisit) {
            runQuantum = quantum;
            rivals = run != null && run.leaf.tenant() == tenant ? Math.max(rivals, others) : others;
            run = flow;
            runBytes = (sequential ? runBytes : 0) + piece.length();
            runEnd = piece.end();
        }
        flow.leaf.serve(piece.charged, now, isReserved, reservedPart);
        serveReservations(flow, piece.charged, now);
        if (!flow.mayBeServed()) {
            boolean isLetThrough = flow.leaf.isLetThrough(now);
            flow.leaf.leave();
            guestNanos = isLetThrough && flow.leaf.tenant().isHurtByWaiting() ? now : guestNanos;
        }
        window.dispatched(flow.isShort(), now);
        return piece;
    }

    /**
     * The bytes that a stream is served before another is: no more than its share of the disk in the time in which all
     * are to have their turn, or those that wait longer would go on out of turn, with a seek for each packet.
     */
    private double quantum(Flow flow) {
        double quantum = (double) requests().quantum();
        if (quantum == 0 || flow.isShort()) {
            return quantum;
        }
        double most = window.bytesPerSecond() * roundSeconds * flow.leaf.part();
        double piece = requests().piece(); // the last one is over by half of it in the mean
        return most == 0 ? quantum : Math.min(quantum, Math.max(most, piece) - piece / 2);
    }

    /**
     * A seek is charged, and refunded as far as the stream goes on there: all of it with a whole quantum, after which
     * the disk seeks because of other streams. So streams share a disk's bytes, and a stream that seeks pays for the
     * time of its seeks.
     *
     * @param before bytes that were dispatched there sequentially before this piece; 0 if the piece itself needs a seek
     * @return in bytes; below 0 for a refund
     */
    private double seekCharge(long before, Piece piece, double quantum) {
        if (quantum == 0) {
            return 0;
        }
        double back = Math.min(quantum, (double) (before + piece.length())) - Math.min(quantum, (double) before);
        return seekCharge(quantum) * ((before == 0 ? 1 : 0) - back / quantum);
    }

    /**
     * What quanta take with the seeks between them is charged as their bytes: the same part of every seek is left out.
     */
    private double seekCharge(double quantum) {
        return quantum == 0
                ? 0
                : requests().seek() * quantum / (quantum + requests().seek());
    }

    private boolean isGuestExpected(long now) {
        return now - guestNanos < GUEST_NANOS;
    }

    /**
     * The size of the next piece: no more than the credit of a limit, so that streams under a small one are served in
     * turn often enough for their clients.
     */
    private int piece(Flow flow, long now) {
        boolean isSmall =
                isGuestExpected(now) && requests().guestPiece() < requests().piece();
        int largest = flow.reads() ? requests().piece() : requests().writePiece();
        int most = isSmall ? requests().guestPiece() : largest;
        return (int) Math.min(most, Math.max(Requests.SMALLEST_PIECE, flow.leaf.limitedTo(ShareNode.BURST_NANOS)));
    }

    /** Whether the window is full; room for a small part of a piece is not worth another one. */
    private boolean isFull(long now) {
        if (window.isProbing()) {
            return outstanding > 0;
        }
        if (isGuestExpected(now)) {
            return outstanding >= requests().guestWindow();
        }
        return isShortAlone()
                ? pieces >= MOST_SHORT
                : outstanding > 0
                        && outstanding + requests().piece() / 2 > requests().window();
    }

    private void serveReservations(Flow flow, double cost, long now) {
        ShareNode node = flow.leaf;
        for (; node.parent.parent != null; node = node.parent) {
            node.reservation.serve(cost, now);
        }
        if (reservedPart != null) {
            node.parts.together.serve(cost, now);
        }
        double most = MOST_RESERVED * window.bytesPerSecond();
        if (most > 0) {
            node.reservation.serve(cost, reservations > most ? most / reservations : 1, now);
        }
    }

    /**
     * The stream that is served next of those below that node: level by level the smallest start tag that no limit
     * delays, and first the part of a tenant that is behind its reservation. Null if limits delay all that waits there,
     * which then is not backlogged any more.
     */
    private Flow below(ShareNode top, long now) {
        ShareNode node = top;
        while (node.flow == null) {
            ShareNode next = node.parent == root ? partBehind(node, now) : null;
            if (next == null) {
                next = first(node, now);
            }
            if (next == null) {
                node.leave();
                if (node == top) {
                    return null;
                }
                next = node.parent;
                reservedPart = null;
            }
            node = next;
        }
        return node.flow;
    }

    private ShareNode partBehind(ShareNode tenant, long now) {
        boolean none = tenant.parts == null || !tenant.reservation.isSet() || !tenant.parts.together.isDue(now);
        reservedPart = none ? null : tenant.parts.behind(now);
        return reservedPart;
    }

    private ShareNode first(ShareNode parent, long now) {
        while (!parent.backlogged.isEmpty()) {
            ShareNode child = parent.backlogged.first();
            if (child.limit.isDue(now)) {
                return child;
            }
            delayed.add(child, now);
        }
        return null;
    }

    /**
     * A stream goes on as long as it is no further than a quantum ahead of its siblings, at every level, so that the
     * disk need not switch for each piece. A sibling that is further behind is served at once: a stream of little
     * demand does not wait for quanta, and a short read leaves the stream its quantum.
     */
    private boolean mayGoOn(long now) {
        if (requests().quantum() == 0 || run == null || (current.isShort() && outstanding > 0)) {
            return false;
        }
        for (ShareNode node = run.leaf; node.parent != null; node = node.parent) {
            if (node.place == ShareNode.NOWHERE || node.lead() > runQuantum) {
                return false;
            }
        }
        return run.leaf.isLetThrough(now);
    }

    /**
     * The disk was asked for the piece: corrects the charge to the disk's actual work.
     *
     * @param bytes of the piece that were not in memory; the length of the piece where that is not known
     */
    public void issued(Piece piece, long bytes, long now) {
        double cost = bytes == 0 ? 0 : bytes + piece.seekCharge;
        if (cost != piece.charged) {
            piece.flow().leaf.serve(cost - piece.charged, now, false, null);
            piece.charged = cost;
        }
    }

    /** The disk has done the piece, perhaps after it was no longer waited for. */
    public void completed(Piece piece, long now) {
        goOn(piece.flow(), now);
        if (piece.charged > 0) {
            silence.answered(now);
        }
        boolean isMeasure = piece.isAlone && piece.flow().reads() && piece.charged - piece.seekCharge >= piece.length();
        if (isMeasure && !piece.done) {
            window.servedAlone(piece.length(), piece.follows, now - piece.dispatchedNanos);
        }
        end(piece, true, now);
    }

    /** The piece is no longer waited for: it counts as done, but says nothing of the disk. */
    public void passed(Piece piece, long now) {
        goOn(piece.flow(), now);
        end(piece, true, now);
    }

    /** Nobody knows whether the disk has done the piece: it is no longer waited for, and no throughput of the disk. */
    public void unknown(Piece piece, long now) {
        goOn(piece.flow(), now);
        end(piece, false, now);
    }

    /** The disk could not do the piece: its bytes are charged, and are no throughput of the disk. */
    public void failed(Piece piece, long now) {
        goOn(piece.flow(), now);
        piece.flow().leaf.leave(); // its owner may have seen that before
        silence.failed(now);
        end(piece, false, now);
    }

    private void end(Piece piece, boolean isDone, long now) {
        if (piece.done) {
            return;
        }
        boolean isWanted = (isFull(now) || isDraining) && root.hasBacklog();
        boolean waiting = (isWanted || (isShortAlone() && pieces > 1)) && root.limit.isDue(now);
        piece.done = true;
        outstanding -= piece.room();
        pieces--;
        while (!dispatched.isEmpty() && dispatched.peekFirst().done) {
            dispatched.removeFirst().listed = false;
        }
        if (isDone && piece.charged > 0 && (piece.isAlone || !window.isProbing())) {
            window.served(piece.length(), waiting, isGuestExpected(now), now);
        }
        ShareNode tenant = piece.flow().leaf.tenant();
        long busyNanos = Math.max(0, now - Math.max(piece.dispatchedNanos, endedNanos));
        tenant.patienceNanos = Math.min(GUEST_NANOS, tenant.patienceNanos + busyNanos / AWAITED_PART);
        endedNanos = now;
        if (isDone && outstanding == 0 && piece.flow() == run) {
            leaves(run, now);
        }
        boolean isAwaiting = isAwaiting(now);
        if (outstanding == 0 && (isAwaiting || !root.hasBacklog())) {
            window.idle(!isAwaiting && !piece.flow().reads(), now);
        }
    }

    /** Awaits the tenant of the stream, whose last piece is done, if it wants nothing more although it is its turn. */
    private void leaves(Flow flow, long now) {
        ShareNode tenant = flow.leaf.tenant();
        boolean wantsNothing = !flow.mayBeServed() && flow.leaf.isLetThrough(now) && tenant.isMissed();
        if (wantsNothing && tenant.patienceNanos > 0 && rivals > 0 && tenant.weight() > rivals) {
            left = tenant;
            leftNanos = now;
        }
    }

    /** It has come, or not: the time in which it was awaited costs it that many times as much of its patience. */
    private void isAwaitedNoMore(int times, long now) {
        left.patienceNanos -= times * Math.min(now - leftNanos, left.patienceNanos);
        left = null;
    }

    /**
     * Whether nobody is served although somebody waits: one who has more of the disk than all who wait, so that it
     * could not catch up, pauses, as between packets or at the end of a block.
     */
    private boolean isAwaiting(long now) {
        return awaitedNanos(now) > now;
    }

    private long awaitedNanos(long now) {
        boolean isAwaited = left != null && outstanding == 0 && requests().isSerial();
        return isAwaited && left.isMissed() && behind(now) == null ? leftNanos + left.patienceNanos : now;
    }

    /** A piece of it has come. */
    private static void goOn(Flow flow, long now) {
        if (flow.isStalled) {
            flow.isStalled = false;
            if (flow.mayBeServed()) {
                flow.leaf.enter(now);
            }
        }
    }

    private void forgetLost(long now) {
        while (!dispatched.isEmpty()
                && (dispatched.peekFirst().done || lostNanos(dispatched.peekFirst(), now) <= now)) {
            Piece lost = dispatched.removeFirst();
            lost.listed = false;
            if (!lost.done) {
                // An impatient one's thread waits for its client: the disk has moved it.
                boolean isMoved = lost.patienceNanos(now - lost.dispatchedNanos) < LOST_NANOS;
                if (!isMoved) {
                    silence.failed(now);
                    lost.flow().isStalled |= lost.isAwaited() && lost.flow().reads();
                    lost.flow().leaf.leave();
                    window.lost(now);
                }
                end(lost, isMoved, now);
            }
        }
    }

    private static long lostNanos(Piece piece, long now) {
        return piece.dispatchedNanos + piece.patienceNanos(now - piece.dispatchedNanos);
    }

    /**
     * When something that waits now is released without a completion: by a limit, or because a piece is no longer
     * waited for. In nanoseconds of the caller's clock; {@link Long#MAX_VALUE} if nothing is.
     */
    public long nextDueNanos(long now) {
        if (!root.limit.isDue(now)) {
            boolean anybodyWaits = root.hasBacklog() || delayed.firstNanos() != Long.MAX_VALUE;
            return anybodyWaits ? root.limit.dueNanos() : Long.MAX_VALUE;
        }
        long next =
                root.hasBacklog() && !dispatched.isEmpty() ? lostNanos(dispatched.peekFirst(), now) : Long.MAX_VALUE;
        long awaited = awaitedNanos(now);
        return Math.min(awaited > now ? Math.min(next, awaited) : next, delayed.firstNanos());
    }
}

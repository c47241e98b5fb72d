package io.hdfsthrottle.simulation;

import io.hdfsthrottle.law.Branch;
import io.hdfsthrottle.law.Flow;
import io.hdfsthrottle.law.Piece;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A simulated operation of a thread, which behaves like the production streams: requests readahead before sending, or
 * write-back after receiving.
 */
final class Operation extends Flow {

    private static final long PACKET = 64 << 10;

    private final Deque<Piece> underWay = new ArrayDeque<>();
    private final Deque<Piece> done = new ArrayDeque<>();
    private final Client client;
    private final Order order;
    private final Load load;
    private final boolean writes;
    private final long base;
    private final long size;
    private long asked;
    private long dispatched;
    private long arrived;
    private long moved;
    private boolean moving;
    private boolean over;

    Operation(Client client, Branch application, long base) {
        super(application);
        this.client = client;
        this.order = client.run.order;
        this.load = client.load;
        this.writes = load.kind() == Load.Kind.WRITE;
        this.base = base;
        this.size = load.isRequest() ? Long.MAX_VALUE : load.length();
    }

    void begin() {
        request();
        move();
    }

    @Override
    protected boolean wantsMore() {
        return !over && dispatched < asked;
    }

    @Override
    protected Piece next(int most) {
        Piece piece = new Piece(this, base + dispatched, (int) Math.min(most, asked - dispatched));
        dispatched += piece.length();
        underWay.add(piece);
        if (writes) {
            client.run.time.after(0, this::move);
        }
        return piece;
    }

    Load load() {
        return load;
    }

    void completed(Piece piece) {
        if (writes) {
            client.tally.moved(piece.length());
        }
        done.add(piece);
        while (done.remove(underWay.peek())) {
            arrived += underWay.remove().length();
        }
        move();
    }

    void taken(long nanos) {
        client.tally.taken(nanos);
    }

    void leave() {
        over = true;
        order.wantsNothing(this);
    }

    private void request() {
        long wanted = wanted();
        boolean isNeeded = !writes && moved + PACKET > asked;
        boolean isLast = wanted == (writes ? load.length() : Math.min(size, likelyEnd()));
        if (wanted > asked && (isNeeded || isLast || wanted - asked >= order.piece())) {
            asked = wanted;
            client.run.wants(this);
        }
    }

    private long wanted() {
        return switch (load.kind()) {
            case WRITE -> moved;
            case RANDOM_READ -> load.length();
            case READ_FROM_MEMORY -> PACKET; // starts, and continues without requests
            case READ -> {
                long ahead = moved + Math.max(order.readahead(), 2L * order.piece());
                yield Math.max(Math.min(load.length(), moved + PACKET), Math.min(Math.min(size, likelyEnd()), ahead));
            }
        };
    }

    private long likelyEnd() {
        long usual = client.tally.usualLength();
        return moved < usual ? usual : moved + order.firstReadahead() + (moved - usual) / 4;
    }

    /** Sends what has arrived, or receives as much as may become dirty. */
    private void move() {
        long most =
                switch (load.kind()) {
                    case WRITE -> Math.min(load.length(), dispatched + order.dirty());
                    case READ_FROM_MEMORY -> arrived > 0 ? load.length() : 0;
                    default -> Math.min(load.length(), arrived);
                };
        long bytes = Math.min(most - moved, 4 * PACKET);
        if (!moving && !over && bytes > 0) {
            moving = true;
            client.run.time.after((long) (bytes / load.clientRate() * 1e9), () -> moved(bytes));
        }
    }

    private void moved(long bytes) {
        moving = false;
        moved += bytes;
        if (over) {
            return;
        }
        if (!writes) {
            client.tally.moved(bytes);
        }
        if (load.usesDisk()) {
            request();
        }
        if (moved >= load.length()) {
            if (!writes) {
                leave();
            }
            client.finished(this);
        } else {
            move();
        }
    }
}

package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.agent.Client;
import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.blockfile.BlockFile;
import io.hdfsthrottle.coverage.TransferThread;
import io.hdfsthrottle.coverage.Work;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TokenUser;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Stream;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The current operation of one transfer thread, and the stream in which it is queued. Used by that thread alone.
 *
 * <p>The thread's name is a new String for every operation, and only then, so a comparison by reference tells whether
 * one continues: no parsing and no look-up while it runs. A thread serves one connection, so much of one operation's
 * look-up results holds for the next: the client's identity until there is a new grant, and everything when the client
 * reads one of the same blocks again ({@link KnownReads}).
 */
public final class Operation {

    private final ThrottleAgent agent;
    private final Blocks blocks;
    private final Peers peers;
    private final LongSupplier mostWaitNanos;

    /** Whether kernel layers are enabled: a call that is not made does not occupy the processor's caches. */
    private final boolean layered;

    private final KnownReads known = new KnownReads();
    private String threadName;
    private int generation;

    private TransferName name = TransferName.NONE;
    private Client client;
    private Account account;
    private Work work;

    /** Counts the bytes for the volume; null where its queue does. */
    private LongAdder counter;

    private TransferThread thread;

    private Stream stream;

    private Kind kind = Kind.SHORT;

    /** Whether the operation's bytes are announced before they are read. */
    private boolean announced;

    /** For the calling thread, before its first operation. */
    Operation(ThrottleAgent agent, Blocks blocks, Peers peers, LongSupplier mostWaitNanos) {
        this.agent = agent;
        this.peers = peers;
        this.mostWaitNanos = mostWaitNanos;
        this.blocks = blocks;
        this.layered = agent.layers().areWanted();
    }

    /** Called when a read of more than a few packets begins. */
    void beginLongRead() {
        goOn(Direction.READ, true);
    }

    /** Called before bytes are read: waits for their turn. */
    void read(long position, int count) {
        goOn(Direction.READ, false);
        announced = true;
        stream.before(position, count);
    }

    /**
     * Called after bytes were moved: counts them, and blocks the thread where it could not be blocked before. A read is
     * announced only where {@code BlockSender} uses {@code sendfile}, which encrypted and SASL connections do not have:
     * it is held instead of read ahead, because where it reads is not known.
     */
    void moved(long bytes, Direction direction) {
        goOn(direction, false);
        if (kind == Kind.LONG && !announced) {
            become(Kind.HELD);
        }
        if (counter != null) {
            counter.add(bytes);
        }
        stream.moved(bytes);
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a new name is a new String: see above
    private void goOn(Direction direction, boolean isLong) {
        String newName = Thread.currentThread().getName();
        int newGeneration = agent.generation();
        boolean same = threadName == newName;
        if (same && generation == newGeneration) {
            return;
        }
        Account before = account;
        TokenUser user = peers.user();
        if (direction == Direction.READ) {
            read(newName, user, newGeneration);
        } else {
            begin(newName, user, direction);
        }
        counter = agent.counter(work.volume(), account).orElse(null);
        Kind newKind = same ? kind : Kind.of(direction, isLong);
        announced &= same;
        boolean goesOn = stream != null
                && account == before
                && stream.isCurrent()
                && (same || (kind == Kind.SHORT && newKind == Kind.SHORT));
        if (!goesOn) {
            become(newKind);
        }
        threadName = newName;
        generation = newGeneration;
        if (layered && account.isScheduled()) {
            agent.layers().enter(thread, work.on(account.queue().volume()));
        } else if (layered) {
            agent.layers().leave(thread);
        }
    }

    private void become(Kind newKind) {
        leave();
        kind = newKind;
        stream = join();
    }

    private void leave() {
        if (stream != null) {
            stream.leave();
            stream = null;
        }
    }

    private Stream join() {
        if (!account.isScheduled()) {
            return account.counted(kind != Kind.SHORT, kind != Kind.WRITE);
        }
        switch (kind) {
            case SHORT:
                return account.shortRead();
            case LONG:
                return account.longRead(file(Long.MAX_VALUE));
            case HELD:
                return account.longRead(Optional.empty());
            default:
                long most = mostWaitNanos.getAsLong();
                return account.write(file(most), most);
        }
    }

    /** The kind of an operation. A stream of short reads continues from one to the next. */
    private enum Kind {
        SHORT,
        LONG,
        HELD,
        WRITE;

        static Kind of(Direction direction, boolean isLong) {
            if (direction == Direction.WRITE) {
                return WRITE;
            }
            return isLong ? LONG : SHORT;
        }
    }

    /** The block's file, if the queue is to read ahead or write back in it. */
    private Optional<BlockFile> file(long mostWait) {
        return blocks.file(name).flatMap(path -> agent.open(work.volume(), path, mostWait));
    }

    private void read(String newName, TokenUser user, int newGeneration) {
        long nowNanos = agent.ticker().nanos();
        KnownReads.Read read = known.find(newName, user, newGeneration, nowNanos);
        if (read == KnownReads.Read.UNKNOWN) {
            begin(newName, user, Direction.READ);
            known.remember(newName, new KnownReads.Read(name, user, account, work, newGeneration, nowNanos));
        } else {
            account = read.payer();
            work = read.work();
            name = read.name();
        }
    }

    private void begin(String newThreadName, TokenUser user, Direction direction) {
        TransferName newName = name.next(newThreadName);
        if (thread == null) {
            // A DataXceiver serves one connection and ends with it.
            thread = agent.layeredThisThread(newName.address(), newName.port());
        }
        Volume volume = blocks.volume(newName);
        account = payer(newName, user, direction, volume);
        work = direction == Direction.READ
                ? Work.reading(account.tenant(), volume)
                : Work.writing(account.tenant(), volume);
        name = newName;
    }

    private Account payer(TransferName newName, TokenUser user, Direction direction, Volume volume) {
        Optional<Tenant> own = OwnWork.of(newName, direction, blocks, user, peers);
        if (own.isPresent()) {
            return agent.account(own.get(), volume);
        }
        if (client == null || !client.isCalled(newName.client(), newName.address(), user, direction.operation())) {
            client = agent.client(newName.client(), newName.address(), user, direction.operation());
        }
        return client.account(volume);
    }
}

package io.hdfsthrottle.bench.load;

import io.hdfsthrottle.agent.ThrottleAgent;
import io.hdfsthrottle.bench.disk.PageCache;
import io.hdfsthrottle.bench.disk.SlowDisk;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.queue.Account;
import io.hdfsthrottle.queue.Stream;
import io.hdfsthrottle.rule.TenantRule;
import io.hdfsthrottle.rule.TenantRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** A thousand threads of a hundred tenants that behave like a DataNode's transfer threads, without HDFS around them. */
public final class TransferCrowd implements AutoCloseable {

    static final int TENANTS = 100;
    static final int THREADS_OF_EACH = 10;

    private static final int PACKET = 64 << 10;
    private static final int SMALL_PACKET = 4 << 10;
    private static final int PACKETS_OF_EACH = 16;
    private static final long CLIENT_TAKES_MILLIS = 100;

    private final int packetsOfEach;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile boolean closed;

    private TransferCrowd(int packetsOfEach) {
        this.packetsOfEach = packetsOfEach;
    }

    /** The tenants' terms, and rules that recognise them by their addresses. */
    public static Grant grant() {
        List<Tenant> tenants = IntStream.range(0, TENANTS)
                .mapToObj(tenant -> Tenant.named("t" + tenant))
                .toList();
        return Grant.of(
                "default",
                GrantVersion.of(1, 1),
                Tenant.DEFAULT,
                IntStream.range(0, TENANTS)
                        .mapToObj(tenant -> Terms.ofWeight(tenants.get(tenant), 1 + tenant % 8))
                        .toList(),
                TenantRules.of(IntStream.range(0, TENANTS)
                        .mapToObj(tenant -> TenantRule.of(
                                "r" + tenant, null, null, address(tenant) + "/32", null, tenants.get(tenant)))
                        .toList()),
                List.of());
    }

    private static String address(int tenant) {
        return "10.0.0." + tenant;
    }

    /** A file on the disk, a part for each thread. */
    public static Path written(SlowDisk disk) throws IOException, InterruptedException {
        Path file = disk.mount().resolve("file");
        byte[] part = new byte[PACKET * PACKETS_OF_EACH];
        try (var out = Files.newOutputStream(file)) {
            for (int thread = 0; thread < TENANTS * THREADS_OF_EACH; thread++) {
                out.write(part);
            }
        }
        disk.flush();
        return file;
    }

    /**
     * Starts the threads: those of the first {@code readers} tenants read, each a part of the file; those of the others
     * wait for their clients.
     */
    public static TransferCrowd started(ThrottleAgent agent, Volume volume, Path file, int readers) {
        TransferCrowd crowd = new TransferCrowd(PACKETS_OF_EACH * TENANTS / readers);
        for (int i = 0; i < TENANTS * THREADS_OF_EACH; i++) {
            int number = i;
            int tenant = i / THREADS_OF_EACH;
            Thread thread = new Thread(
                    () -> crowd.live(
                            agent,
                            agent.client("client", address(tenant)).account(volume),
                            volume,
                            file,
                            number,
                            tenant < readers),
                    "transfer-" + i);
            thread.setDaemon(true);
            thread.start();
            crowd.threads.add(thread);
        }
        return crowd;
    }

    private void live(ThrottleAgent agent, Account account, Volume volume, Path file, int number, boolean reads) {
        Stream stream = reads ? account.longRead(agent.open(volume, file)) : account.shortRead();
        try {
            if (reads) {
                read(stream, file, (long) number * packetsOfEach * PACKET);
            } else {
                waitForTheClient(stream, number);
            }
        } catch (IOException broken) {
            failure.compareAndSet(null, broken);
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        } finally {
            stream.leave();
        }
    }

    /**
     * Reads its own part of the file repeatedly, and drops what it has read from memory: if a thousand threads once
     * found the file there, a thread that drops it would get no processor.
     */
    private void read(Stream stream, Path file, long from) throws IOException {
        ByteBuffer packet = ByteBuffer.allocateDirect(PACKET);
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long sent = 0; !closed; sent++) {
                packet.clear();
                long at = from + sent % packetsOfEach * PACKET;
                stream.before(at, PACKET);
                stream.moved(in.read(packet, at));
                if ((sent + 1) % PACKETS_OF_EACH == 0) {
                    long dropped = (long) PACKETS_OF_EACH * PACKET;
                    PageCache.drop(file, at + PACKET - dropped, dropped);
                }
            }
        }
    }

    private void waitForTheClient(Stream stream, int number) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(number % CLIENT_TAKES_MILLIS);
        while (!closed) {
            stream.before(0, SMALL_PACKET);
            stream.moved(SMALL_PACKET);
            TimeUnit.MILLISECONDS.sleep(CLIENT_TAKES_MILLIS);
        }
    }

    /** A crowd with missing threads proves nothing. */
    public void check() throws IOException {
        if (failure.get() != null) {
            throw new IOException("a thread failed", failure.get());
        }
        if (!threads.stream().allMatch(Thread::isAlive)) {
            throw new IOException("a thread ended");
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException told) {
            Thread.currentThread().interrupt();
        }
    }
}

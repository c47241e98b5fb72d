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
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** A thousand threads of a hundred tenants that behave like a DataNode's transfer threads, without HDFS around them. */
public final class TransferCrowd implements AutoCloseable {

    private static final int TENANTS = 100;
    private static final int THREADS_OF_EACH = 10;

    private static final int PACKET = 64 << 10;
    private static final int SMALL_PACKET = 4 << 10;
    private static final int PACKETS_OF_EACH = 16;
    private static final long CLIENT_TAKES_MILLIS = 100;

    private final List<Worker> threads;

    /**
     * Starts the threads: those of the first {@code readers} tenants read, each a part of the file; those of the others
     * wait for their clients.
     */
    public TransferCrowd(ThrottleAgent agent, Volume volume, Path file, int readers) {
        int packets = PACKETS_OF_EACH * TENANTS / readers;
        threads = IntStream.range(0, TENANTS * THREADS_OF_EACH)
                .mapToObj(i -> Worker.start("transfer-" + i, running -> {
                    int tenant = i / THREADS_OF_EACH;
                    Account account = agent.client("client", address(tenant)).account(volume);
                    if (tenant < readers) {
                        read(running, account.longRead(agent.open(volume, file)), file, i, packets);
                    } else {
                        waitForTheClient(running, account.shortRead(), i);
                    }
                }))
                .toList();
    }

    /** The tenants' terms, and rules that recognise them by their addresses. */
    public static Grant grant() {
        List<Terms> terms = new ArrayList<>();
        List<TenantRule> rules = new ArrayList<>();
        for (int i = 0; i < TENANTS; i++) {
            Tenant tenant = Tenant.named("t" + i);
            terms.add(Terms.ofWeight(tenant, 1 + i % 8));
            rules.add(TenantRule.of("r" + i, null, null, address(i) + "/32", null, tenant));
        }
        TenantRules all = TenantRules.of(rules);
        return Grant.of("default", GrantVersion.of(1, 1), Tenant.DEFAULT, terms, all, List.of());
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
     * Reads its own part of the file repeatedly, and drops what it has read from memory: if a thousand threads once
     * found the file there, a thread that drops it would get no processor.
     */
    private static void read(BooleanSupplier running, Stream stream, Path file, int number, int packets)
            throws IOException {
        ByteBuffer packet = ByteBuffer.allocateDirect(PACKET);
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            for (long sent = 0; running.getAsBoolean(); sent++) {
                packet.clear();
                long at = ((long) number * packets + sent % packets) * PACKET;
                stream.before(at, PACKET);
                stream.moved(in.read(packet, at));
                if ((sent + 1) % PACKETS_OF_EACH == 0) {
                    long dropped = (long) PACKETS_OF_EACH * PACKET;
                    PageCache.drop(file, at + PACKET - dropped, dropped);
                }
            }
        } finally {
            stream.leave();
        }
    }

    private static void waitForTheClient(BooleanSupplier running, Stream stream, int number)
            throws InterruptedException {
        try {
            TimeUnit.MILLISECONDS.sleep(number % CLIENT_TAKES_MILLIS);
            while (running.getAsBoolean()) {
                stream.before(0, SMALL_PACKET);
                stream.moved(SMALL_PACKET);
                TimeUnit.MILLISECONDS.sleep(CLIENT_TAKES_MILLIS);
            }
        } finally {
            stream.leave();
        }
    }

    /** A crowd with missing threads proves nothing. */
    public void check() {
        threads.forEach(Worker::check);
    }

    @Override
    public void close() {
        threads.forEach(Worker::end);
        threads.forEach(Worker::close);
    }
}

package io.hdfsthrottle.bench.scenario.trust;

import io.hdfsthrottle.testkit.hdfs.BlockReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

/** One hostile client: so many reads, each under another name, of a file whose contents it knows. */
final class ForgedReads implements Callable<ForgedReads.Result> {

    /**
     * The results.
     *
     * @param sent how many of each kind
     * @param failed reads that failed or returned other bytes
     * @param firstFailure the first of them; empty if there is none
     */
    record Result(Map<Hostility, Long> sent, long failed, String firstFailure) {}

    private final BlockReads reads;
    private final byte[] expected;
    private final HostileNames names;
    private final SplittableRandom random;
    private final int count;

    ForgedReads(BlockReads reads, byte[] expected, HostileNames names, SplittableRandom random, int count) {
        this.reads = reads;
        this.expected = expected;
        this.names = names;
        this.random = random;
        this.count = count;
    }

    @Override
    public Result call() {
        Map<Hostility, Long> sent = new EnumMap<>(Hostility.class);
        Hostility[] kinds = Hostility.values();
        long failed = 0;
        String first = "";
        for (int i = 0; i < count; i++) {
            Hostility kind = kinds[random.nextInt(kinds.length)];
            sent.merge(kind, 1L, Long::sum);
            String failure = failure(names.next(kind, random));
            failed += failure.isEmpty() ? 0 : 1;
            first = first.isEmpty() ? failure : first;
        }
        return new Result(sent, failed, first);
    }

    private String failure(String name) {
        try {
            return Arrays.equals(reads.read(name), expected) ? "" : "other bytes for " + name;
        } catch (IOException | RuntimeException error) {
            return name + ": " + error;
        }
    }
}

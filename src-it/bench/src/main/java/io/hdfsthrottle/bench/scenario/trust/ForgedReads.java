package io.hdfsthrottle.bench.scenario.trust;

import io.hdfsthrottle.testkit.hdfs.BlockReads;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** One hostile client: so many reads, each under another name, of a file whose contents it knows. */
final class ForgedReads implements Callable<ForgedReads.Result> {

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

    /**
     * The results.
     *
     * @param sent how many that the hook has to count under each of its figures
     * @param failed reads that failed or returned other bytes
     * @param firstFailure the first of them; empty if there is none
     */
    record Result(Map<String, Long> sent, long failed, String firstFailure) {

        /** Of this and another client. */
        Result and(Result other) {
            Map<String, Long> all = new TreeMap<>(sent);
            other.sent.forEach((figure, reads) -> all.merge(figure, reads, Long::sum));
            return new Result(all, failed + other.failed, firstFailure.isEmpty() ? other.firstFailure : firstFailure);
        }
    }

    @Override
    public Result call() {
        Map<String, Long> sent = new TreeMap<>();
        HostileNames.Hostility[] kinds = HostileNames.Hostility.values();
        long failed = 0;
        String first = "";
        for (int i = 0; i < count; i++) {
            HostileNames.Hostility kind = kinds[random.nextInt(kinds.length)];
            sent.merge(kind.figure, 1L, Long::sum);
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

package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.siege.Siege;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real coordinator under hostile requests of every kind; the whole siege is a benchmark. */
@Tag("alone")
@Tag("all")
final class SiegeIT {
    private static final int REQUESTS = 2_000;
    private static final double PER_SECOND = 100;
    private static final long MEBIBYTE = 1 << 20;

    @ParameterizedTest(name = "TLS {0}")
    @ValueSource(booleans = {false, true})
    void siege_changesNothing_andTheHonestAreAnsweredInTime(boolean secured) throws Exception {
        long seed = System.nanoTime();
        List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
        try (Rig rig =
                Rig.in(Repository.find(), RigFolders.folder(secured ? "siege-tls" : "siege"), Rig.Lifetime.OURS)) {
            Siege.Result result = Siege.lay(rig, secured, seed, REQUESTS, PER_SECOND, nanos::add, nanos::add);
            System.out.println("seed " + seed + ": " + result);
            assertThat(result.changes()).as("seed %d", seed).isEmpty();
            assertThat(result.errors()).as("seed %d", seed).isEmpty();
            assertThat(result.honestFailures()).as("seed %d", seed).isEmpty();
            assertThat(result.heapAfter() - result.heapBefore())
                    .as("growth of the heap, seed %d", seed)
                    .isLessThan(16 * MEBIBYTE);
            assertThat(result.answers()).as("seed %d", seed).containsKeys(200, 400, 401, 403, 404, 422);
        }
        List<Long> sorted = nanos.stream().sorted().toList();
        assertThat(sorted).hasSizeGreaterThan(100);
        assertThat(Duration.ofNanos(sorted.get(sorted.size() * 99 / 100))).isLessThan(Duration.ofSeconds(1));
    }
}

package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.hdfs.HookFigures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Polls a DataNode's own {@code /jmx} twice a second for the tenants whose bytes are read there. */
final class ReadsSeen implements AutoCloseable {

    /** The host is shared: a process may have to wait for the processor. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(10);

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    private final Supplier<HookFigures> figures;
    private final String tenant;
    private final List<Sample> samples = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    /** What was seen at one moment: bytes so far of the tenant and of all others, tags refused so far. */
    private record Sample(long nanos, long tenants, long others, long refused) {}

    ReadsSeen(Supplier<HookFigures> figures, String tenant) {
        this.figures = figures;
        this.tenant = tenant;
    }

    /** From now on it samples; returns when the tenant has moved so many bytes since. */
    void begin(long bytes) {
        Sample first = sample();
        samples.add(first);
        var unused = clock.scheduleWithFixedDelay(() -> samples.add(sample()), 500, 500, TimeUnit.MILLISECONDS);
        await().atMost(LONG_ENOUGH).until(() -> last().tenants() - first.tenants() >= bytes);
        samples.subList(0, samples.size() - 1).clear();
    }

    private Sample sample() {
        HookFigures now = figures.get();
        long all = now.rows("Tenants").stream()
                .mapToLong(each -> ((Number) each.get("bytes")).longValue())
                .sum();
        long tenants = (long) now.tenant(tenant, "bytes");
        return new Sample(System.nanoTime(), tenants, all - tenants, now.number("RefusedTags"));
    }

    private Sample last() {
        return samples.get(samples.size() - 1);
    }

    void awaitMoreOfTheTenant() {
        long before = last().tenants();
        await().atMost(LONG_ENOUGH).until(() -> last().tenants() > before);
    }

    void awaitMoreOfOthers() {
        long before = last().others();
        await().atMost(LONG_ENOUGH).until(() -> last().others() > before);
    }

    /** Waits until others read no more; what was before that does not count. */
    void awaitTheTenantAlone() {
        await().atMost(LONG_ENOUGH).until(() -> {
            int size = samples.size();
            return size > 4
                    && samples.get(size - 1).others() == samples.get(size - 4).others()
                    && samples.get(size - 1).tenants() > samples.get(size - 4).tenants();
        });
        samples.subList(0, samples.size() - 1).clear();
    }

    /** Every read since the beginning was the tenant's, and there was none of the times without reads. */
    void assertAllIsTheTenants() {
        assertThat(samples).hasSizeGreaterThan(2);
        Sample first = samples.get(0);
        Sample grown = first;
        for (Sample sample : samples) {
            assertThat(sample.others()).as("bytes of others than %s", tenant).isEqualTo(first.others());
            assertThat(sample.refused()).as("refused tags").isEqualTo(first.refused());
            assertThat(Duration.ofNanos(sample.nanos() - grown.nanos()))
                    .as("time without a read")
                    .isLessThan(LONGEST_GAP);
            grown = sample.tenants() > grown.tenants() ? sample : grown;
        }
    }

    /** Every read since the beginning was the tenant's, whatever time passed between them. */
    void assertNothingIsOfOthers() {
        assertThat(samples).hasSizeGreaterThan(2);
        assertThat(last().others())
                .as("bytes of others than %s", tenant)
                .isEqualTo(samples.get(0).others());
        assertThat(last().refused()).as("refused tags").isEqualTo(samples.get(0).refused());
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}

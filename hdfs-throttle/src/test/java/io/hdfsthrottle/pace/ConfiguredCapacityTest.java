package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Shares on a disk of which somebody said what it gives, and nearly all of it. */
final class ConfiguredCapacityTest {

    private static final Tenant BRONZE = Tenant.named("bronze");
    private static final Tenant SILVER = Tenant.named("silver");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final double DISK = 157_000_000;
    private static final double CAPACITY = 0.99 * DISK;

    private static final Duration START = Duration.ofSeconds(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final WatchedVolume volume =
            new WatchedVolume(Rate.ofBytesPerSecond((long) DISK), Rate.ofBytesPerSecond((long) CAPACITY));

    @AfterEach
    void close() {
        volume.close();
    }

    @Test
    void tenantWhomTheDisksQueueKeepsBack_getsItsShareAllTheSame() {
        volume.grant(Terms.ofWeight(BRONZE, 4));
        volume.grant(Terms.ofWeight(SILVER, 8));
        volume.grant(Terms.ofWeight(GOLD, 8));
        volume.streams(BRONZE, 8);
        volume.streams(SILVER, 2);
        volume.streams(GOLD, 1);
        volume.run(START);

        double[] rates = volume.rates(WINDOW, BRONZE, SILVER, GOLD);
        assertThat(rates[0]).isCloseTo(CAPACITY * 0.2, within(CAPACITY * 0.004));
        assertThat(rates[1]).isCloseTo(CAPACITY * 0.4, within(CAPACITY * 0.008));
        assertThat(rates[2]).isCloseTo(CAPACITY * 0.4, within(CAPACITY * 0.008));
    }

    @Test
    void slowConsumer_leavesNothingUnused() {
        volume.grant(Terms.ofWeight(BRONZE, 1));
        volume.grant(Terms.ofWeight(SILVER, 1));
        volume.stream(GOLD, Duration.ofMillis(13));
        volume.streams(BRONZE, 8);
        volume.streams(SILVER, 2);
        volume.run(START);

        double[] rates = volume.rates(WINDOW, BRONZE, SILVER, GOLD);
        assertThat(rates[0] + rates[1] + rates[2]).isGreaterThan(0.985 * CAPACITY);
    }
}

package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting.Cause;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WaitingTest {

    private static final Tenant ETL = Tenant.named("etl");

    private static Waiting waiting(Cause cause) {
        return Waiting.of(ETL, Duration.ofMillis(41_240), Duration.ofSeconds(212), cause);
    }

    @Test
    void sentence_saysHowLongAndWhoWasEntitledToWhat() {
        assertThat(waiting(Cause.SHARE)
                        .at(Rate.parse("40m"), Rate.parse("200m"))
                        .sentence("app-1"))
                .isEqualTo("app-1 waited 41 s for bandwidth, summed over its reads and writes, within 212 s:"
                        + " tenant etl was entitled to 40 of 200 MiB/s of each disk where it waited.");
    }

    @Test
    void limitAndDisk_areNamedAsTheCause() {
        assertThat(waiting(Cause.LIMIT)
                        .at(Rate.parse("30m"), Rate.parse("200m"))
                        .reason())
                .isEqualTo("tenant etl was entitled to 30 of 200 MiB/s of each disk where it waited, by its limit");
        assertThat(waiting(Cause.DISK)
                        .at(Rate.parse("199m"), Rate.parse("200m"))
                        .reason())
                .endsWith(", so others took next to nothing from it");
    }

    @Test
    void unknownRates_areNotGuessed() {
        assertThat(waiting(Cause.UNKNOWN).atLeast().sentence("app-1"))
                .isEqualTo("app-1 waited at least 41 s for bandwidth, summed over its reads and writes, within 212 s:"
                        + " what the disks can give is not known.");
    }

    @Test
    void whoDidNotWait_isToldSo() {
        assertThat(Waiting.none(ETL).sentence("app-1")).isEqualTo("app-1 has not waited for bandwidth.");
    }

    @Test
    void shortTimes_haveTenths() {
        assertThat(Waiting.seconds(Duration.ofMillis(49))).isEqualTo("0.0 s");
        assertThat(Waiting.seconds(Duration.ofMillis(7_349))).isEqualTo("7.3 s");
        assertThat(Waiting.seconds(Duration.ofMillis(9_949))).isEqualTo("9.9 s");
        assertThat(Waiting.seconds(Duration.ofMillis(9_960))).isEqualTo("10 s");
    }
}

package io.hdfsthrottle.bench.scenario.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.tier.Victim.Kill;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VictimTest {

    @Test
    void seed_decidesWhoIsKilledAndWhen() {
        List<Kill> kills = Victim.kills(7, 50).toList();

        assertThat(kills).hasSize(50).isEqualTo(Victim.kills(7, 50).toList());
        assertThat(kills).isNotEqualTo(Victim.kills(8, 50).toList());
    }

    @Test
    void fiftyKills_meetEverybody_soonAndLate() {
        List<Kill> kills = Victim.kills(MinervaTiers.SEED, 50).toList();

        assertThat(kills).extracting(Kill::victim).contains(Victim.values());
        assertThat(kills).extracting(Kill::after).anyMatch(after -> after.compareTo(Duration.ofSeconds(1)) < 0);
        assertThat(kills).extracting(Kill::after).anyMatch(after -> after.compareTo(Duration.ofSeconds(7)) > 0);
    }
}

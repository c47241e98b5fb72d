package io.hdfsthrottle.bench.scenario.minerva;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.bench.scenario.minerva.MinervaTiers.Kill;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MinervaTiersTest {

    @Test
    void seed_decidesWhoIsKilledAndWhen() {
        List<Kill> kills = MinervaTiers.kills(7, 50);

        assertThat(kills).hasSize(50).isEqualTo(MinervaTiers.kills(7, 50));
        assertThat(kills).isNotEqualTo(MinervaTiers.kills(8, 50));
    }

    @Test
    void fiftyKills_meetEverybody_soonAndLate() {
        List<Kill> kills = MinervaTiers.kills(MinervaTiers.SEED, 50);

        assertThat(kills).extracting(Kill::victim).contains(TieredCluster.Victim.values());
        assertThat(kills).extracting(Kill::afterMillis).anyMatch(after -> after < 1_000);
        assertThat(kills).extracting(Kill::afterMillis).anyMatch(after -> after > 7_000);
    }
}

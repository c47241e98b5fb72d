package io.hdfsthrottle.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SharedSettingsTest {
    private final MemoryStore store = new MemoryStore();
    private final List<String> told = new ArrayList<>();

    private SharedSettings settings(String lease, String tenants) {
        return new SharedSettings(
                store,
                Map.of("lease", lease, "history.tenants", tenants),
                (key, sentence) -> told.add(key + ": " + sentence));
    }

    @Test
    void follower_tellsOnceWhatWouldChangeIfItLed() {
        settings("on", "").open(new Term(1, 1));
        SharedSettings follower = settings("off", "gold");

        follower.compare();
        follower.compare();

        assertThat(told)
                .containsExactly(
                        "history.tenants: history.tenants is gold here and not set at the leader",
                        "lease: lease is off here and on at the leader");
    }

    @Test
    void leader_tellsWhatItsTakeoverChanges_andIsTheNewMeasure() {
        settings("on", "").open(new Term(1, 1));
        settings("off", "").open(new Term(2, 2));
        assertThat(told).containsExactly("lease: lease is off here and on at the last leader");

        settings("off", "").open(new Term(3, 3));
        settings("off", "").compare();

        assertThat(told).hasSize(1);
    }

    @Test
    void firstLeader_hasNobodyToDifferFrom() {
        settings("on", "").compare();
        settings("on", "").open(new Term(1, 1));

        assertThat(told).isEmpty();
    }
}

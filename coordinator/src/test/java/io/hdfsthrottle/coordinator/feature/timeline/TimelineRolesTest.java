package io.hdfsthrottle.coordinator.feature.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.RolesTest;
import io.hdfsthrottle.coordinator.RolesTest.Call;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class TimelineRolesTest {
    @TempDir
    private Path folder;

    @Test
    void everyRoute_letsInTheRolesThatItNamesAndNobodyElse() throws Exception {
        Map<Call, List<String>> calls = Map.ofEntries(
                Map.entry(new Call("GET", "/v1/history", null), List.of("view", "admin")),
                Map.entry(new Call("GET", "/v1/history/live?forSeconds=0", null), List.of("view", "admin")),
                Map.entry(new Call("GET", "/v1/history/now", null), List.of("view", "admin")));
        assertThat(RolesTest.wrong(folder, calls)).isEmpty();
    }
}

package io.hdfsthrottle.coordinator.feature.launch;

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
final class LaunchRolesTest {
    @TempDir
    private Path folder;

    @Test
    void everyRoute_letsInTheRolesThatItNamesAndNobodyElse() throws Exception {
        Map<Call, List<String>> calls = Map.ofEntries(
                Map.entry(new Call("GET", "/v1/products", null), List.of("view", "admin")),
                Map.entry(new Call("POST", "/v1/deployments", "{\"product\":\"none\"}"), List.of("register", "admin")),
                Map.entry(new Call("GET", "/v1/deployments", null), List.of("register", "admin")),
                Map.entry(new Call("GET", "/v1/deployments/none", null), List.of("register", "admin")),
                Map.entry(new Call("DELETE", "/v1/deployments/none", null), List.of("register", "admin")),
                Map.entry(new Call("POST", "/v1/deployments/none/end", null), List.of("register", "admin")),
                Map.entry(new Call("POST", "/v1/deployments/none/renewal", null), List.of("register", "admin")));
        assertThat(RolesTest.wrong(folder, calls)).isEmpty();
    }
}

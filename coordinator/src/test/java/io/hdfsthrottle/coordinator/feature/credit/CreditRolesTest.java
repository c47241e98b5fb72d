package io.hdfsthrottle.coordinator.feature.credit;

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
final class CreditRolesTest {
    @TempDir
    private Path folder;

    @Test
    void everyRoute_letsInTheRolesThatItNamesAndNobodyElse() throws Exception {
        Map<Call, List<String>> calls = Map.ofEntries(
                Map.entry(
                        new Call("PUT", "/v1/tenants/nobody/yield", "{\"level\":\"low\",\"yieldSeconds\":28800}"),
                        List.of("register", "admin")),
                Map.entry(new Call("DELETE", "/v1/tenants/nobody/yield", null), List.of("register", "admin")),
                Map.entry(
                        new Call("POST", "/v1/tenants/nobody/boost", "{\"boostSeconds\":300}"),
                        List.of("register", "admin")),
                Map.entry(new Call("GET", "/v1/credits", null), List.of("view", "admin")));
        assertThat(RolesTest.wrong(folder, calls)).isEmpty();
    }
}

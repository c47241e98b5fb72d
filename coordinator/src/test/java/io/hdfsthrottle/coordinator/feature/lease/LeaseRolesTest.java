package io.hdfsthrottle.coordinator.feature.lease;

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
final class LeaseRolesTest {
    @TempDir
    private Path folder;

    @Test
    void everyRoute_letsInTheRolesThatItNamesAndNobodyElse() throws Exception {
        Map<Call, List<String>> calls = Map.ofEntries(
                Map.entry(new Call("GET", "/v1/disks", null), List.of("view", "admin")),
                Map.entry(new Call("GET", "/v1/leases", null), List.of("view", "admin")),
                Map.entry(
                        new Call("POST", "/v1/leases?dryrun=true", "{\"forSeconds\":28800}"),
                        List.of("register", "admin")),
                Map.entry(new Call("GET", "/v1/leases/none", null), List.of("view", "admin")),
                Map.entry(new Call("PUT", "/v1/leases/none", "{\"disks\":2}"), List.of("register", "admin")),
                Map.entry(
                        new Call("POST", "/v1/leases/none/renewal", "{\"forSeconds\":28800}"),
                        List.of("register", "admin")),
                Map.entry(new Call("DELETE", "/v1/leases/none", null), List.of("register", "admin")));
        assertThat(RolesTest.wrong(folder, calls)).isEmpty();
    }
}

package io.hdfsthrottle.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every route, asked for what is not there; {@link Wire} holds every answer of every test against the document. */
@Tag("slow")
final class ContractTest {
    @Test
    void everyRoute_answersAsDescribed_alsoWhenItRefuses(@TempDir Path folder) throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Wire leader =
                    new Wire(cluster.leader("lease", "on", "credit", "on", "appointment", "on", "forecast", "on"));
            Wire follower = new Wire(cluster.coordinator());
            List<String> asked = new ArrayList<>();
            for (Map.Entry<String, JsonNode> path :
                    Contract.DOCUMENT.path("paths").properties()) {
                for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
                    if (each.getKey().equals("parameters")) {
                        continue;
                    }
                    String method = each.getKey().toUpperCase(Locale.ROOT);
                    String target = path.getKey().replaceAll("\\{\\w+\\}", "1");
                    for (String body :
                            each.getValue().has("requestBody") ? new String[] {"{}", "[]"} : new String[] {null}) {
                        assertThat(leader.send(method, target, body).status())
                                .as("%s %s", method, target)
                                .isLessThan(500);
                        assertThat(follower.send(method, target, body).status())
                                .as("%s %s", method, target)
                                .isIn(200, 307, 404, 503);
                        asked.add(method + " " + path.getKey());
                    }
                }
            }
            assertThat(asked).containsAll(Contract.server().routes().keySet());
        }
    }

    @Test
    void everyList_takesALimitAndACursor(@TempDir Path folder) throws Exception {
        try (TestCluster cluster = new TestCluster(folder)) {
            Wire wire = new Wire(cluster.leader());
            wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"alice\"}");
            for (Map.Entry<String, JsonNode> path :
                    Contract.DOCUMENT.path("paths").properties()) {
                if (path.getValue().at("/get/operationId").asText().startsWith("list")) {
                    String list = path.getKey().replace("{application}", "app-1");
                    assertThat(wire.get(list).status()).as(list).isEqualTo(200);
                    assertThat(wire.get(list + "?limit=0").status()).as(list).isEqualTo(422);
                    assertThat(wire.get(list + "?cursor=a").status()).as(list).isEqualTo(400);
                    assertThat(wire.get(list + "?limits=1").status()).as(list).isEqualTo(422);
                }
            }
        }
    }

    @Test
    void answerThatIsNotDescribed_isFound() {
        String fine = "{\"tenants\":[],\"defaultTenant\":\"default\",\"next\":null}";
        Contract.check("GET", "/v1/tenants", 200, "application/json", fine);
        for (String wrong : List.of(
                fine.replace("null", "7"),
                fine.replace("\"next\"", "\"more\":1,\"next\""),
                "{}",
                fine.replace("[]", "[{\"tenant\":\"gold\"}]"))) {
            assertThatExceptionOfType(AssertionError.class)
                    .as(wrong)
                    .isThrownBy(() -> Contract.check("GET", "/v1/tenants", 200, "application/json", wrong));
        }
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> Contract.check("GET", "/v1/tenants", 201, "application/json", fine));
    }
}

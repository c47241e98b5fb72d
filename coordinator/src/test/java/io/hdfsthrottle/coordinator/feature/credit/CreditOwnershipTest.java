package io.hdfsthrottle.coordinator.feature.credit;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whose tenants yield and boost, on whose word. */
@Tag("slow")
final class CreditOwnershipTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static TestCluster cluster;
    private static Wire wire;

    @BeforeAll
    static void start() throws Exception {
        Path file = Files.writeString(
                folder.resolve("access"),
                "all register token=" + TOKEN + "-a\nbob register user=bob token=" + TOKEN
                        + "-b\netl register tenant=etl token=" + TOKEN + "-c\ncarol register user=carol token="
                        + TOKEN + "-e\ngold register tenant=gold token=" + TOKEN + "-f\nroot admin token=" + TOKEN
                        + "-d\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        cluster = new TestCluster(folder);
        wire = new Wire(cluster.leader("access.file", file.toString(), "claims.unverified", "refuse", "credit", "on"));
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":8}", "Authorization", "Bearer " + TOKEN + "-d")
                        .status())
                .isEqualTo(201);
        assertThat(wire.put(
                                "/v1/rules/bobs",
                                "{\"match\":{\"user\":\"bob\"},\"tenant\":\"etl\"}",
                                "Authorization",
                                "Bearer " + TOKEN + "-d")
                        .status())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    private static Answer yields(String who, String more) throws Exception {
        return as(who, "PUT", "/v1/tenants/gold/yield", "{\"level\":\"low\",\"yieldSeconds\":28800" + more + "}");
    }

    private static String proof(JsonObject registered) throws Exception {
        return "\"application\":\"" + registered.text("application") + "\",\"secret\":\"" + registered.text("secret")
                + "\"";
    }

    @Test
    void tenant_yieldsAndBoosts_byItsOwnCredential_orThatOfItsOnlyOwnersApplication() throws Exception {
        assertThat(as("-d", "PUT", "/v1/tenants/gold", "{\"priority\":8}").status())
                .isEqualTo(201);
        assertThat(as("-d", "PUT", "/v1/rules/carols", "{\"match\":{\"user\":\"carol\"},\"tenant\":\"gold\"}")
                        .status())
                .isEqualTo(201);
        JsonObject stranger = registered("-b", "\"application\":\"app-b\",\"user\":\"bob\"");
        JsonObject own = registered("-e", "\"application\":\"app-e\",\"user\":\"carol\"");
        assertThat(own.text("tenant")).isEqualTo("gold");

        assertThat(yields("-a", "").status()).isEqualTo(403);
        assertThat(yields("-c", "").status()).isEqualTo(403);
        assertThat(yields("-e", "").status()).as("her user alone").isEqualTo(403);
        assertThat(yields("-a", "," + proof(stranger)).status()).isEqualTo(403);
        assertThat(yields("-e", ",\"application\":\"app-e\",\"secret\":\"s\"").status())
                .isEqualTo(403);
        assertThat(as("-b", "PUT", "/v1/tenants/etl/yield", "{\"level\":\"high\",\"yieldSeconds\":28800}")
                        .status())
                .isEqualTo(403);

        Answer yielding = yields("-e", "," + proof(own));
        assertThat(yielding.status()).as(yielding.body()).isEqualTo(200);
        assertThat(as("-e", "POST", "/v1/tenants/gold/boost", "{\"boostSeconds\":300," + proof(own) + "}")
                        .json()
                        .text("reason"))
                .isEqualTo("yielding");
        assertThat(as("-e", "DELETE", "/v1/tenants/gold/yield", null).status()).isEqualTo(403);
        assertThat(as("-e", "DELETE", "/v1/tenants/gold/yield", "{" + proof(own) + "}")
                        .status())
                .isEqualTo(204);
        assertThat(yields("-f", "").status()).as("the tenant's own").isEqualTo(200);

        String nightly =
                "{\"level\":\"idle\",\"daily\":{\"from\":\"22:00\",\"until\":\"06:00\",\"zone\":\"Europe/Zurich\"}";
        String path = "/v1/tenants/gold/yield";
        assertThat(as("-e", "PUT", path, nightly + "," + proof(own) + "}").status())
                .as("it outlasts the application")
                .isEqualTo(403);
        Answer nights = as("-f", "PUT", path, nightly + "}");
        assertThat(nights.status()).as(nights.body()).isEqualTo(200);
        assertThat(nights.json().objects("daily", 4)).singleElement().satisfies(time -> assertThat(time.text("zone"))
                .isEqualTo("Europe/Zurich"));
        assertThat(as("-f", "PUT", path, nightly + ",\"yieldSeconds\":60}").status())
                .isEqualTo(422);
        assertThat(as("-e", "DELETE", path, "{" + proof(own) + "}").status()).isEqualTo(204);
        assertThat(daily()).as("an application leaves it").hasSize(1);
        assertThat(as("-f", "DELETE", path, null).status()).isEqualTo(204);
        assertThat(daily()).isEmpty();

        JsonObject others = registered("-f", "\"application\":\"app-f\",\"user\":\"dora\",\"tenant\":\"gold\"");
        assertThat(others.text("tenant")).isEqualTo("gold");
        Answer shared = yields("-e", "," + proof(own));
        assertThat(shared.status()).isEqualTo(403);
        assertThat(shared.json().text("detail")).contains("app-f");
    }

    private static List<JsonObject> daily() throws Exception {
        JsonObject all = as("-d", "GET", "/v1/credits", null).json();
        List<JsonObject> tenants = all.objects("tenants", 10);
        return tenants.isEmpty() ? List.of() : tenants.get(0).objects("daily", 4);
    }

    private static Answer as(String who, String method, String path, String body) throws Exception {
        return wire.send(method, path, body, "Authorization", "Bearer " + TOKEN + who);
    }

    private static Answer register(String who, String members) throws Exception {
        return as(who, "POST", "/v1/applications", "{" + members + "}");
    }

    private static JsonObject registered(String who, String members) throws Exception {
        Answer answer = register(who, members);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.json();
    }
}

package io.hdfsthrottle.coordinator.feature.appointment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.client.Appointment;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.coordinator.Wire;
import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.AppointmentAnswer;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appointments over REST, on a node that reports, through a change of the leader. */
@Tag("slow")
final class AppointmentsTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String WISH = "{\"application\":\"app-1\",\"bytes\":3000000000,\"deadlineSeconds\":600}";

    @TempDir
    private Path folder;

    private TestCluster cluster;

    @BeforeEach
    void build() {
        cluster = new TestCluster(folder);
    }

    @AfterEach
    void tearDown() throws Exception {
        cluster.close();
    }

    private static void addTenants(Wire wire) throws Exception {
        assertThat(wire.put("/v1/tenants/etl", "{\"priority\":4}").status()).isEqualTo(201);
        assertThat(wire.put("/v1/tenants/gold", "{\"priority\":16}").status()).isEqualTo(201);
    }

    /** A node with a disk that both tenants wait for; says so, and takes what it is told. */
    private static double weightOfEtl(HttpLink link, NodeTerms[] terms) throws Exception {
        return weightOfEtl(link, terms, true);
    }

    private static double weightOfEtl(HttpLink link, NodeTerms[] terms, boolean goldWaits) throws Exception {
        List<TenantUsage> usages = List.of(
                TenantUsage.of(ETL, 4, 0, Rate.parse("20m"), Rate.parse("20m"), true, Duration.ZERO),
                TenantUsage.of(GOLD, 16, 0, Rate.parse("80m"), Rate.parse("80m"), goldWaits, Duration.ZERO));
        link.report(UsageReport.of(
                        "dn1:9866",
                        GrantVersion.NONE,
                        true,
                        List.of(VolumeUsage.of("DS-1", Rate.parse("100m"), usages)))
                .withTerms(terms[0].version()));
        link.awaitGrant("dn1:9866", GrantPosition.NOTHING, Duration.ZERO)
                .flatMap(GrantUpdate::terms)
                .ifPresent(told -> terms[0] = told);
        return terms[0].terms("DS-1", ETL).map(Terms::weight).orElse(4.0);
    }

    @Test
    void holder_weighsWhatItWasPromised_andTheNextOneIsCalledUnderTheNextLeader() throws Exception {
        Coordinator first = TestCluster.leading(cluster.coordinator("appointment", "on"));
        Coordinator second = cluster.coordinator("appointment", "on");
        Wire wire = new Wire(first);
        addTenants(wire);
        NodeTerms[] terms = {NodeTerms.NONE};
        try (HttpLink link = new HttpLink(List.of(first.url(), second.url()), Duration.ofSeconds(5), Credential.NONE)) {
            Lease lease = link.register(Registration.of("app-1", "app-1", "u", "etl"));
            Lease other = link.register(Registration.of("app-2", "app-2", "u", "gold"));
            assertThat(weightOfEtl(link, terms)).isEqualTo(4);
            Answer busy = wire.post("/v1/appointments?dryrun=true", WISH);
            assertThat(busy.json().text("answer")).isEqualTo("wait");
            assertThat(busy.json().count("startSeconds")).isEqualTo(15);
            String elsewhere = WISH.replace(":600", ":600,\"nodes\":[\"dn2:9866\"]");
            Answer nowhere = wire.post("/v1/appointments?dryrun=true", elsewhere);
            assertThat(nowhere.status()).isEqualTo(409);
            assertThat(nowhere.json().text("reason")).isEqualTo("unknown");
            String here = WISH.replace(":600", ":600,\"nodes\":[\"dn1:9866\"]");
            assertThat(wire.post("/v1/appointments?dryrun=true", here).json().text("answer"))
                    .isEqualTo("wait");

            assertThat(weightOfEtl(link, terms, false)).isEqualTo(4);
            Answer made = wire.post("/v1/appointments", WISH);
            assertThat(made.status()).isEqualTo(201);
            assertThat(made.json().text("answer")).isEqualTo("now");
            assertThat(made.json().count("bytesPerSecond")).isEqualTo(50L << 20);
            await().atMost(PATIENCE).until(() -> weightOfEtl(link, terms) > 12);
            assertThat(wire.get("/v1/applications/app-1/explain").json().text("weight"))
                    .contains(" = base ", " x appointment ", "(appointment of app-1 for ");
            assertThat(wire.get("/metrics").body()).contains("hdfs_throttle_coordinator_appointments_begun 1.0");

            AppointmentAnswer waits =
                    link.makeAppointment(other, 1_000_000, List.of(), Duration.ofMinutes(5), Duration.ofMinutes(4));
            assertThat(waits.within()).isBetween(Duration.ofMinutes(3), Duration.ofMinutes(4));
            assertThat(link.hasBegun(waits, Duration.ZERO)).contains(false);

            first.close();
            TestCluster.leading(second);
            Wire next = new Wire(second);
            assertThat(next.get("/v1/appointments").json().objects("appointments", 10))
                    .hasSize(2);
            CompletableFuture<Boolean> called = CompletableFuture.supplyAsync(() -> {
                try {
                    return link.hasBegun(waits, Duration.ofSeconds(30)).orElse(false);
                } catch (Exception wrong) {
                    throw new IllegalStateException(wrong);
                }
            });
            link.endAppointment(lease, new AppointmentAnswer(made.json().count("appointment"), Duration.ZERO));
            await().atMost(PATIENCE).until(called::isDone);
            assertThat(called).isCompletedWithValue(true);
            link.endAppointment(other, waits);
            assertThat(link.hasBegun(waits, Duration.ZERO)).isEmpty();
        }
    }

    @Test
    void applicationsClient_keepsAnAppointment() throws Exception {
        Coordinator leader = TestCluster.leading(cluster.coordinator("appointment", "on"));
        Wire wire = new Wire(leader);
        HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.NONE);
        try (ThrottleClient client =
                ThrottleClient.register(link, Registration.of("app-1", "app-1", "u", null), PATIENCE)) {
            Duration deadline = Duration.ofMinutes(10);
            try (Appointment made = client.appointment(3_000_000_000L, List.of("dn1:9866"), deadline, PATIENCE)) {
                assertThat(made.within().value()).contains(Duration.ZERO);
                assertThat(made.await()).isTrue();
                assertThat(wire.get("/v1/appointments").json().objects("appointments", 10))
                        .singleElement()
                        .satisfies(each -> assertThat(each.text("application")).isEqualTo("app-1"));
            }
            assertThat(wire.get("/v1/appointments").json().objects("appointments", 10))
                    .isEmpty();
            assertThat(client.appointment(0, List.of(), deadline, PATIENCE).await())
                    .as("refused")
                    .isFalse();
        }
    }

    @Test
    void byDefault_nothingOfItIsOn() throws Exception {
        Wire wire = new Wire(cluster.leader());
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\"}");

        assertThat(wire.get("/v1/appointments").json().flag("on")).isFalse();
        Answer refused = wire.post("/v1/appointments", WISH);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().text("reason")).isEqualTo("off");
        assertThat(refused.json().text("detail")).contains("appointment = on");
        assertThat(wire.get("/v1/appointments/1").status()).isEqualTo(404);
    }

    @Test
    void strangers_areToldSo_andTheQueueIsBounded() throws Exception {
        Wire wire = new Wire(cluster.leader("appointment", "on", "appointment.most.of.one", "1"));
        assertThat(wire.post("/v1/appointments", WISH).status()).isEqualTo(404);
        wire.post("/v1/applications", "{\"application\":\"app-1\",\"user\":\"u\"}");

        assertThat(wire.post("/v1/appointments", WISH.replace(":600", ":\"10m\""))
                        .json()
                        .text("field"))
                .isEqualTo("deadlineSeconds");
        assertThat(wire.post("/v1/appointments", WISH.replace("3000000000", "-1"))
                        .status())
                .isEqualTo(422);
        assertThat(wire.post("/v1/appointments", WISH.replace(":600", ":600,\"callback\":\"yes\""))
                        .json()
                        .text("field"))
                .isEqualTo("callback");
        assertThat(wire.post("/v1/appointments", WISH.replace(":600", ":600,\"nodes\":[\"" + "d".repeat(398) + "\"]"))
                        .json()
                        .text("field"))
                .isEqualTo("nodes");
        assertThat(wire.delete("/v1/appointments/x").status()).isEqualTo(422);
        assertThat(wire.post("/v1/appointments?dryrun=true", WISH).status()).isEqualTo(201);
        assertThat(wire.post("/v1/appointments", WISH).status()).isEqualTo(201);
        assertThat(wire.post("/v1/appointments", WISH).json().text("reason")).isEqualTo("many");
        assertThat(wire.delete("/v1/appointments/1").status()).isEqualTo(204);
        assertThat(wire.delete("/v1/appointments/1").status()).isEqualTo(404);
    }

    @Test
    void registrant_endsItsOwnAppointmentsAlone() throws Exception {
        String pad = "-0123456789abcdef";
        Path file = Files.writeString(
                folder.resolve("access"), "jobs register token=jobs" + pad + "\ndn1 node token=dn" + pad + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Coordinator leader = cluster.leader("appointment", "on", "access.file", file.toString());
        Path jobs = Files.writeString(folder.resolve("jobs"), "jobs" + pad);
        Path node = Files.writeString(folder.resolve("dn"), "dn" + pad);
        try (HttpLink link = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.bearer(jobs));
                HttpLink dn = new HttpLink(List.of(leader.url()), Duration.ofSeconds(5), Credential.bearer(node))) {
            double unused = weightOfEtl(dn, new NodeTerms[] {NodeTerms.NONE});
            Lease lease = link.register(Registration.of("app-1", "app-1", "u", null));
            AppointmentAnswer made = link.makeAppointment(
                    lease, 3_000_000_000L, List.of(), Duration.ofMinutes(5), Duration.ofMinutes(4));
            String appointment = "/v1/appointments/" + made.number();
            String bearer = "Bearer jobs" + pad;
            Wire wire = new Wire(leader);

            assertThat(wire.send("POST", "/v1/appointments", WISH, "Authorization", bearer)
                            .status())
                    .isEqualTo(403);
            assertThat(wire.send("DELETE", appointment, "{\"secret\":\"s\"}", "Authorization", bearer)
                            .status())
                    .isEqualTo(403);
            link.endAppointment(lease, made);
            assertThat(link.hasBegun(made, Duration.ZERO)).isEmpty();
        }
    }
}

package io.hdfsthrottle.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.Wire.Answer;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Negotiation;
import io.hdfsthrottle.link.Registration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller with a ticket, or a token for one, is authenticated as that user and no other; with a real KDC. */
@Tag("slow")
final class KerberosTest {
    private static final String TOKEN = "0123456789abcdef";

    @TempDir
    private static Path folder;

    private static Realm realm;
    private static TestCluster cluster;
    private static Coordinator coordinator;
    private static Wire wire;
    private static Path keytab;
    private static Path access;
    private static Negotiation alice;
    private static Negotiation carol;

    @BeforeAll
    static void start() throws Exception {
        realm = new Realm(folder);
        keytab = realm.keytab("HTTP/127.0.0.1");
        alice = realm.person("alice");
        carol = realm.person("carol");
        access = Files.writeString(
                folder.resolve("access"),
                "carol admin,view kerberos=carol@" + realm.name() + "\netl register user=etl kerberos=spark/gateway@"
                        + realm.name() + "\nroot admin token=" + TOKEN + "\n");
        Files.setPosixFilePermissions(access, PosixFilePermissions.fromString("rw-------"));
        cluster = new TestCluster(folder);
        coordinator = cluster.leader(settings());
        wire = new Wire(coordinator);
    }

    private static String[] settings(String... more) {
        List<String> common = List.of(
                "kerberos.keytab",
                keytab.toString(),
                "kerberos.principal",
                "HTTP/_HOST@" + realm.name(),
                "access.file",
                access.toString(),
                "claims.unverified",
                "refuse");
        return java.util.stream.Stream.concat(common.stream(), List.of(more).stream())
                .toArray(String[]::new);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
        realm.close();
    }

    private static Answer as(Credential who, String method, String path, String body) throws Exception {
        String proof = who.authorization(coordinator.url(), method, path, body == null ? "" : body)
                .orElseThrow();
        return wire.send(method, path, body, "Authorization", proof);
    }

    private static HttpLink link(Credential who) {
        return new HttpLink(List.of(coordinator.url()), Duration.ofSeconds(10), who);
    }

    private static UserToken tokenOf(Credential who) throws Exception {
        try (HttpLink link = link(who)) {
            return link.obtainToken();
        }
    }

    private static String application(String id, String user) {
        return "{\"application\":\"" + id + "\",\"user\":\"" + user + "\"}";
    }

    private static SigningKeys keys() throws Exception {
        return SigningKeys.parse(Files.readAllLines(folder.resolve("signing.keys")));
    }

    @Test
    void ticket_registersItsUserVerified_andNobodyElse() throws Exception {
        Answer mine = as(alice, "POST", "/v1/applications", application("app-1", "alice"));
        Answer other = as(alice, "POST", "/v1/applications", application("app-2", "bob"));

        assertThat(mine.status()).as(mine.body()).isEqualTo(201);
        assertThat(other.status()).isEqualTo(403);
        assertThat(other.body()).contains("of the user alice only");
        assertThat(as(carol, "GET", "/v1/applications/app-1", null).json().flag("verified"))
                .isTrue();
    }

    @Test
    void ticketWithoutMore_neitherLooksNorChanges() throws Exception {
        assertThat(as(alice, "GET", "/v1/applications", null).status()).isEqualTo(403);
        assertThat(as(alice, "PUT", "/v1/tenants/gold", "{\"priority\":8}").status())
                .isEqualTo(403);
        assertThat(as(alice, "GET", "/v1/nodes/dn/grant?wire=3", null).status()).isEqualTo(403);
    }

    @Test
    void principalInTheAccessFile_hasTheRolesOfItsLine() throws Exception {
        assertThat(as(carol, "PUT", "/v1/tenants/silver", "{\"priority\":8}").status())
                .isEqualTo(201);
        assertThat(as(carol, "POST", "/v1/applications", application("app-3", "carol"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void principalWithAnInstance_isNoUserUnlessALineSaysSo() throws Exception {
        Negotiation service = realm.person("spark/gateway");
        Negotiation unnamed = realm.person("alice/gateway");

        assertThat(as(service, "POST", "/v1/applications", application("app-4", "etl"))
                        .status())
                .isEqualTo(201);
        assertThat(as(unnamed, "POST", "/v1/applications", application("app-5", "alice"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void withoutATicket_isAskedForOne() throws Exception {
        for (String header : new String[] {
            "Negotiate",
            "Negotiate !",
            "Negotiate "
                    + Base64.getEncoder()
                            .encodeToString(
                                    "NTLMSSP\0 or whatever".getBytes(java.nio.charset.StandardCharsets.US_ASCII)),
            "Negotiate " + "YIIB".repeat(5_000),
            "HdfsThrottle-Token k1:00"
        }) {
            Answer refused =
                    wire.send("POST", "/v1/applications", application("app-6", "alice"), "Authorization", header);
            assertThat(refused.status()).as(header).isIn(401, 431);
        }
        Answer anonymous = wire.post("/v1/applications", application("app-6", "alice"));
        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(anonymous.header("WWW-Authenticate")).isEqualTo("Negotiate, Bearer");
    }

    @Test
    void ticketThatWasSentBefore_isRefused() throws Exception {
        String proof = alice.authorization(coordinator.url(), "POST", "/v1/tokens", "{}")
                .orElseThrow();

        assertThat(wire.send("POST", "/v1/tokens", "{}", "Authorization", proof).status())
                .isEqualTo(201);
        Answer replayed = wire.send("POST", "/v1/tokens", "{}", "Authorization", proof);
        assertThat(replayed.status()).isEqualTo(401);
        assertThat(replayed.body()).contains("replay");
    }

    @Test
    void userOfARealmThatIsNotBelieved_isRefused() throws Exception {
        try (TestCluster other = new TestCluster(folder)) {
            Coordinator strict = other.leader(settings("kerberos.realms", "OTHER.ORG"));
            String proof = alice.authorization(strict.url(), "POST", "/v1/tokens", "{}")
                    .orElseThrow();

            Answer refused = new Wire(strict).send("POST", "/v1/tokens", "{}", "Authorization", proof);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.body()).contains("alice@" + realm.name(), "OTHER.ORG");
        }
    }

    @Test
    void token_registersItsUserAndDoesNothingElse() throws Exception {
        Credential token = Credential.ofUser(tokenOf(alice));

        try (HttpLink driver = link(token)) {
            assertThat(driver.renew(driver.register(Registration.of("app-7", "n", "alice", null)), 1, 1))
                    .isPresent();
        }
        assertThat(as(carol, "GET", "/v1/applications/app-7", null).json().flag("verified"))
                .isTrue();
        assertThat(as(token, "POST", "/v1/applications", application("app-8", "bob"))
                        .status())
                .isEqualTo(403);
        assertThat(as(token, "GET", "/v1/applications", null).status()).isEqualTo(403);
        assertThat(as(token, "POST", "/v1/tokens", "{}").status()).isEqualTo(403);
    }

    @Test
    void administratorsToken_obtainsNone() throws Exception {
        assertThat(wire.send("POST", "/v1/tokens", "{}", "Authorization", "Bearer " + TOKEN)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void tokenThatIsIssued_isInTheAuditLogWithoutItsSignature() throws Exception {
        UserToken token = tokenOf(alice);

        assertThat(as(carol, "GET", "/v1/events", null).body())
                .contains("token.issued", token.id(), "alice@" + realm.name())
                .doesNotContain(token.text().replaceFirst(".*:", ""));
    }

    @Test
    void tokenThatWasForged_isRefused() throws Exception {
        UserToken mine = tokenOf(alice);
        SigningKeys others = SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32])));
        String[] parts = mine.text().split(":", -1);
        parts[2] = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("carol".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        UserToken ofAnotherKey =
                UserToken.of(others, "default", mine.id(), "carol", mine.issued(), mine.expires(), mine.until());
        UserToken ofAnotherCluster =
                UserToken.of(keys(), "other", mine.id(), "carol", mine.issued(), mine.expires(), mine.until());

        for (String forged : List.of(String.join(":", parts), ofAnotherKey.text(), ofAnotherCluster.text())) {
            Answer refused = wire.send(
                    "POST",
                    "/v1/applications",
                    application("app-9", "carol"),
                    "Authorization",
                    UserToken.SCHEME + " " + forged);
            assertThat(refused.status()).as(forged).isEqualTo(401);
            assertThat(refused.body()).doesNotContain(parts[6]);
        }
    }

    @Test
    void tokenThatEnded_isRefused_unlessItWasRenewedInTime() throws Exception {
        try (TestCluster brief = new TestCluster(folder)) {
            Coordinator hasty = brief.leader(settings("kerberos.token.lifetime", "2s", "kerberos.token.longest", "1h"));
            List<java.net.URI> addresses = List.of(hasty.url());
            UserToken first;
            try (HttpLink link = new HttpLink(addresses, Duration.ofSeconds(10), alice)) {
                first = link.obtainToken();
            }
            await().until(() -> System.currentTimeMillis() / 1_000 > first.issued());
            UserToken second;
            try (HttpLink link = new HttpLink(addresses, Duration.ofSeconds(10), Credential.ofUser(first))) {
                second = link.renewToken(first);
            }
            assertThat(second.expires()).isGreaterThan(first.expires());
            assertThat(second.until()).isEqualTo(first.until());
            await().until(() -> System.currentTimeMillis() / 1_000 >= first.expires());

            try (HttpLink link = new HttpLink(addresses, Duration.ofSeconds(10), Credential.ofUser(first))) {
                assertThatExceptionOfType(LinkException.class)
                        .isThrownBy(() -> link.register(Registration.of("app-10", "n", "alice", null)))
                        .withMessageContaining("401");
            }
        }
    }

    @Test
    void tokenThatWasCancelled_isRefusedEverywhere_alsoByTheNextLeader() throws Exception {
        UserToken mine = tokenOf(alice);
        UserToken kept = tokenOf(alice);
        String body = "{\"token\":\"" + mine.text() + "\"}";
        Credential token = Credential.ofUser(mine);

        assertThat(as(Credential.ofUser(tokenOf(carol)), "DELETE", "/v1/tokens", body)
                        .status())
                .isEqualTo(403);
        assertThat(as(token, "DELETE", "/v1/tokens?dryrun=true", body).status()).isEqualTo(204);
        assertThat(as(token, "DELETE", "/v1/tokens", body).status()).isEqualTo(204);
        assertThat(as(token, "POST", "/v1/applications", application("app-11", "alice"))
                        .status())
                .isEqualTo(401);

        Coordinator next = cluster.coordinator(settings());
        coordinator.close();
        coordinator = TestCluster.leading(next);
        wire = new Wire(coordinator);
        assertThat(as(token, "POST", "/v1/applications", application("app-11", "alice"))
                        .status())
                .isEqualTo(401);
        assertThat(as(Credential.ofUser(kept), "POST", "/v1/applications", application("app-12", "alice"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void keytabThatCannotBeUsed_isNamedAtTheStart() throws Exception {
        Path readable = Files.copy(keytab, folder.resolve("readable.keytab"));
        Files.setPosixFilePermissions(readable, PosixFilePermissions.fromString("rw-r--r--"));

        assertThatIOException()
                .isThrownBy(() -> cluster.coordinator(settings("kerberos.keytab", readable.toString())))
                .withMessageContainingAll("kerberos.keytab", "chmod 600");
        assertThatIOException()
                .isThrownBy(() -> cluster.coordinator(settings("kerberos.keytab", "/none/such")))
                .withMessageContainingAll("kerberos.keytab", "missing");
        assertThatIOException()
                .isThrownBy(() -> cluster.coordinator(settings("kerberos.principal", "HTTP/other@" + realm.name())))
                .withMessageContainingAll("kerberos.keytab", "no key of HTTP/other@");
    }
}

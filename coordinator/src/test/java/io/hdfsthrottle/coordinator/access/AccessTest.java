package io.hdfsthrottle.coordinator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authentication of callers by what they send. */
final class AccessTest {
    private static final String TOKEN = "0123456789abcdef";
    private static final long NOW = 1_700_000_000;
    private static final SigningKeys KEYS = SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32])));

    @TempDir
    private Path folder;

    private Clock shared = at(NOW);
    private Clock own = at(NOW);

    private Path file(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static Proof by(String authorization) {
        return new Proof(Optional.of(authorization), Optional.empty(), "GET", "/v1/x");
    }

    private Access access(String credentials) throws IOException {
        AccessSettings settings = new AccessSettings(
                Optional.empty(),
                Optional.empty(),
                Optional.of(file("access", credentials)),
                Optional.empty(),
                KerberosSettings.OFF);
        return Access.open(settings, settings.everybody(), () -> KEYS, "c", shared, own, "localhost");
    }

    private static Clock at(long seconds) {
        return Clock.fixed(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
    }

    @Test
    void token_hasTheRolesAndBoundsOfItsLine() throws IOException {
        Access access = access("# people\n\ngrafana view token=" + TOKEN
                + "\netl register,view tenant=etl user=bob token=" + TOKEN + "2\n");

        assertThat(access.of(by("Bearer " + TOKEN)).roles()).containsExactly(Role.VIEW);
        Authority etl = access.of(by("Bearer " + TOKEN + "2"));
        assertThat(etl.name()).isEqualTo("etl");
        assertThat(etl.roles()).containsExactlyInAnyOrder(Role.REGISTER, Role.VIEW);
        assertThat(etl.tenant()).contains(Tenant.named("etl"));
        assertThat(etl.user()).contains("bob");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Bearer ", "Bearer 0123456789abcdeF", "Basic YTpi", "Bearer 0123456789abcdef0", "nonsense", ""})
    void whatIsNoCredential_isRefusedAndNotShown(String header) throws IOException {
        Access access = access("grafana view token=" + TOKEN);

        assertThatExceptionOfType(Unauthenticated.class)
                .isThrownBy(() -> access.of(by(header)))
                .withMessageNotContaining(TOKEN);
    }

    @Test
    void nobody_mayNothingWhereThereAreCredentials_andAnythingWhereThereAreNone() throws IOException {
        assertThat(access("grafana view token=" + TOKEN)
                        .of(new Proof(Optional.empty(), Optional.empty(), "GET", "/"))
                        .roles())
                .isEmpty();

        AccessSettings open = new AccessSettings(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), KerberosSettings.OFF);
        assertThat(open.everybody()).isEqualTo(EnumSet.allOf(Role.class));
    }

    @Test
    void node_isWhoeverSignsFreshly() throws IOException {
        Access access = access("grafana view token=" + TOKEN);

        assertThat(access.of(by(signed(KEYS, NOW))).roles()).isEqualTo(Set.of(Role.NODE));
        assertThatExceptionOfType(Unauthenticated.class)
                .isThrownBy(() -> access.of(by(signed(KEYS, NOW - 301))))
                .withMessageContaining("301 s behind");
        SigningKeys others =
                SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32]).replace('A', 'B')));
        assertThatExceptionOfType(Unauthenticated.class)
                .isThrownBy(() -> access.of(by(signed(others, NOW))))
                .withMessageContaining("hdfs-throttle node-key");
    }

    @Test
    void node_isKeptOutByNoSingleWrongClock() throws IOException {
        own = at(NOW + 600);
        assertThat(access("").of(by(signed(KEYS, NOW))).roles()).isEqualTo(Set.of(Role.NODE));
        own = at(NOW);
        shared = at(NOW + 600);
        assertThat(access("").of(by(signed(KEYS, NOW))).roles()).isEqualTo(Set.of(Role.NODE));
        own = at(NOW - 600);
        assertThatExceptionOfType(Unauthenticated.class)
                .isThrownBy(() -> access("").of(by(signed(KEYS, NOW))))
                .withMessageContaining("600 s");
    }

    @Test
    void node_speaksForItselfAlone() throws IOException {
        Access access = access("dn7 node token=" + TOKEN);

        Authority signing = access.of(by(signed(KEYS, NOW)));
        assertThat(signing.name()).isEqualTo("node dn1");
        assertThat(signing.speaksFor("dn1:9866")).isTrue();
        assertThat(signing.speaksFor("dn2:9866")).isFalse();
        Authority named = access.of(by("Bearer " + TOKEN));
        assertThat(named.speaksFor("dn7:9866")).isTrue();
        assertThat(named.speaksFor("dn1:9866")).isFalse();
    }

    @Test
    void keyFromTheFuture_isRefused_becauseNoRevocationWouldReachIt() throws IOException {
        Access access = access("grafana view token=" + TOKEN);
        NodeKey key = KEYS.nodeKey("c", "dn1", NOW + 301);
        String signature =
                NodeSignature.of(key, "c", "GET", "/v1/x", new byte[0], NOW).toString();

        assertThatExceptionOfType(Unauthenticated.class)
                .isThrownBy(() -> access.of(by(signature)))
                .withMessageContaining("from the future");
    }

    private static String signed(SigningKeys keys, long seconds) {
        NodeKey key = keys.nodeKey("c", "dn1", 7);
        return NodeSignature.of(key, "c", "GET", "/v1/x", new byte[0], seconds).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "grafana",
                "grafana view",
                "grafana view token=short",
                "grafana view token=0123456789abcdef\u00e9",
                "grafana root token=0123456789abcdef",
                "grafana delegate token=0123456789abcdef",
                "grafana view kerberos=grafana",
                "grafana view kerberos=grafana@A.ORG token=0123456789abcdef",
                "grafana view tenant=no/tenant token=0123456789abcdef",
                "grafana view color=red token=0123456789abcdef",
                "-x view token=0123456789abcdef",
                "anonymous view token=0123456789abcdef",
                "a view token=0123456789abcdef\na view token=0123456789abcdeg"
            })
    void malformedLine_isRefusedWithItsNumberAndWithoutTheToken(String lines) {
        assertThatIOException()
                .isThrownBy(() -> access(lines))
                .withMessageContaining("access.file")
                .withMessageNotContaining("0123456789abcde");
    }

    @Test
    void administrator_mayAllButWhatNodesDo() throws IOException {
        Authority admin = access("root admin token=" + TOKEN).of(by("Bearer " + TOKEN));

        assertThat(admin.may(Role.VIEW)).isTrue();
        assertThat(admin.may(Role.REGISTER)).isTrue();
        assertThat(admin.may(Role.NODE)).isFalse();
    }
}

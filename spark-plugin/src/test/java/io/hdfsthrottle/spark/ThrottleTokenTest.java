package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.spark.FakeCoordinator.Mood;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.spark.SparkConf;
import org.apache.spark.security.HadoopDelegationTokenProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A coordinator's token among Hadoop's, and what Spark is told when there is none. */
final class ThrottleTokenTest {

    private static final SigningKeys KEYS = SigningKeys.parse(List.of(SigningKeys.line("k1", new byte[32])));
    private static final long NOW = System.currentTimeMillis() / 1_000;
    private static final URI COORDINATOR = URI.create("http://one:9880");
    private static final Text SERVICE = ThrottleTokenIdentifier.service(List.of(COORDINATOR));

    private LogLines log;

    @BeforeEach
    void listen() {
        log = LogLines.captured();
    }

    @AfterEach
    void stopListening() {
        log.close();
    }

    private static UserToken token(long issued, long expires) {
        return UserToken.of(KEYS, "c", "0123456789abcdef", "alice", issued, expires, NOW + 1_000);
    }

    private static UserGroupInformation userWith(UserToken... tokens) {
        UserGroupInformation user = UserGroupInformation.createRemoteUser("alice");
        for (UserToken each : tokens) {
            Credentials credentials = new Credentials();
            credentials.addToken(new Text("" + each.expires()), ThrottleTokenIdentifier.asHadoops(each, SERVICE));
            user.addCredentials(credentials);
        }
        return user;
    }

    @Test
    void tokenAmongCredentials_isFoundByItsCoordinators() {
        Credentials credentials =
                userWith(token(NOW, NOW + 10), token(NOW, NOW + 20)).getCredentials();

        assertThat(ThrottleTokenIdentifier.in(credentials, SERVICE)).contains(token(NOW, NOW + 20));
        assertThat(ThrottleTokenIdentifier.in(credentials, new Text("http://two:9880")))
                .isEmpty();
    }

    @Test
    void hadoop_tellsWhoseTheTokenIs_andNotItsSignature() throws IOException {
        Token<?> carried = Token.class.cast(ThrottleTokenIdentifier.asHadoops(token(NOW, NOW + 10), SERVICE));
        Token<?> arrived = new Token<>();
        arrived.decodeFromUrlString(carried.encodeToUrlString());

        assertThat(arrived.decodeIdentifier().getUser().getShortUserName()).isEqualTo("alice");
        assertThat(arrived.toString())
                .doesNotContain(token(NOW, NOW + 10).text().replaceFirst(".*:", ""));
    }

    @Test
    void driverWithoutATicket_showsItsToken() throws Exception {
        UserToken token = token(NOW, NOW + 900);
        KerberosCredential credential = new KerberosCredential(userWith(token), settings("http://one:9880"));

        assertThat(credential.authorization(COORDINATOR, "POST", "/v1/applications", "{}"))
                .contains("HdfsThrottle-Token " + token.text());
    }

    @Test
    void tokenThatCannotBeRenewed_isShownAsItIs() throws Exception {
        try (FakeCoordinator coordinator = FakeCoordinator.started()) {
            UserToken old = token(NOW - 100, NOW + 10);
            UserGroupInformation user = UserGroupInformation.createRemoteUser("alice");
            Credentials credentials = new Credentials();
            Text service = ThrottleTokenIdentifier.service(List.of(coordinator.url()));
            credentials.addToken(service, ThrottleTokenIdentifier.asHadoops(old, service));
            user.addCredentials(credentials);
            KerberosCredential credential =
                    new KerberosCredential(user, settings(coordinator.url().toString()));

            for (int call = 0; call < 2; call++) {
                assertThat(credential.authorization(coordinator.url(), "POST", "/v1/applications", "{}"))
                        .contains("HdfsThrottle-Token " + old.text());
            }
            assertThat(coordinator.callsLike("POST /v1/tokens/renewal")).isOne();
        }
    }

    @Test
    void driverWithNeither_provesNothing() throws Exception {
        KerberosCredential credential = new KerberosCredential(userWith(), settings("http://one:9880"));

        assertThat(credential.authorization(COORDINATOR, "POST", "/v1/applications", "{}"))
                .isEmpty();
        assertThat(log.all()).anyMatch(line -> line.contains("neither a Kerberos ticket nor a token"));
    }

    @Test
    void provider_isFoundBySpark() {
        assertThat(ServiceLoader.load(HadoopDelegationTokenProvider.class))
                .anyMatch(provider -> provider.serviceName().equals("hdfs-throttle"));
    }

    @Test
    void tokenIsWanted_onlyWithACoordinatorAndKerberos() {
        ThrottleTokenProvider provider = new ThrottleTokenProvider();
        Configuration hadoop = new Configuration(false);

        assertThat(provider.delegationTokensRequired(new SparkConf(false), hadoop))
                .isFalse();
        assertThat(provider.delegationTokensRequired(conf("http://one:9880", "auto"), hadoop))
                .isFalse();
        assertThat(provider.delegationTokensRequired(conf("http://one:9880", "true"), hadoop))
                .isTrue();
        assertThat(provider.delegationTokensRequired(conf("nonsense", "true"), hadoop))
                .isFalse();
        SparkConf off = conf("http://one:9880", "true").set("spark.hdfs.throttle.enabled", "false");
        assertThat(provider.delegationTokensRequired(off, hadoop)).isFalse();
    }

    @Test
    void pluginsOfTheUsersAlone_getNoToken_andOneWarningSaysWhatToWrite() {
        ThrottleTokenProvider provider = new ThrottleTokenProvider();
        SparkConf theirs = conf("http://one:9880", "true").set("spark.plugins", "com.example.Theirs");
        Credentials credentials = new Credentials();

        for (int renewal = 0; renewal < 2; renewal++) {
            assertThat(provider.delegationTokensRequired(theirs, new Configuration(false)))
                    .isFalse();
        }
        assertThat(provider.obtainDelegationTokens(new Configuration(false), theirs, credentials)
                        .isEmpty())
                .isTrue();
        assertThat(credentials.numberOfTokens()).isZero();
        assertThat(log.warnings())
                .filteredOn(line -> line.contains("spark.plugins"))
                .singleElement()
                .asString()
                .endsWith("write spark.plugins=com.example.Theirs,io.hdfsthrottle.spark.ThrottlePlugin");

        theirs.set("spark.plugins", "com.example.Theirs, io.hdfsthrottle.spark.ThrottlePlugin");
        assertThat(provider.delegationTokensRequired(theirs, new Configuration(false)))
                .isTrue();
        theirs.set("spark.plugins", "com.example.Theirs").set("spark.hdfs.throttle.enabled", "false");
        assertThat(provider.delegationTokensRequired(theirs, new Configuration(false)))
                .isFalse();
    }

    @Test
    void coordinatorThatIsAway_leavesOneWarningAndNoToken() throws IOException {
        try (FakeCoordinator coordinator = FakeCoordinator.started()) {
            coordinator.becomes(Mood.AWAY);
            Credentials credentials = new Credentials();

            assertThat(new ThrottleTokenProvider()
                            .obtainDelegationTokens(
                                    new Configuration(false),
                                    conf(coordinator.url().toString(), "true"),
                                    credentials)
                            .isEmpty())
                    .isTrue();
            assertThat(credentials.numberOfTokens()).isZero();
            assertThat(log.warnings()).singleElement().asString().contains("token of the coordinator");
        }
    }

    private static SparkConf conf(String coordinator, String kerberos) {
        return new SparkConf(false)
                .set("spark.plugins", ThrottlePlugin.class.getName())
                .set("spark.hdfs.throttle.coordinator", coordinator)
                .set("spark.hdfs.throttle.kerberos", kerberos);
    }

    private static ThrottleSettings settings(String coordinator) {
        return ThrottleSettings.read(DriverHalf.given(conf(coordinator, "true")), refused -> {})
                .orElseThrow();
    }
}

package io.hdfsthrottle.cli.policy.translate;

import static io.hdfsthrottle.cli.policy.translate.Translated.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KafkaQuotasTest {
    private static Translated translated(String text) {
        return new Translated(Format.KAFKA, text);
    }

    @Test
    void usersAndClients_becomeTenantsWithALimit_andRules_theNarrowestFirst() {
        Translated translated = translated("""
                Quota configs for client-id 'nightly' are consumer_byte_rate=3145728.0, producer_byte_rate=1048576.0
                Quota configs for user-principal 'alice' are consumer_byte_rate=2097152.0, producer_byte_rate=1.048576E6, request_percentage=200.0
                Configs for user-principal 'bob', client-id 'loader' are producer_byte_rate=1024,consumer_byte_rate=2048
                Quota configs for the default user-principal are producer_byte_rate=1024.0
                Configs for default client-id are producer_byte_rate=1024
                Quota configs for user-principal 'carol', the default client-id are producer_byte_rate=1024.0
                Quota configs for ip '10.0.0.1' are connection_creation_rate=10.0
                """);

        assertThat(translated.tenants())
                .containsExactly("client.nightly 1 4194304", "alice 1 3145728", "bob.loader 1 3072");
        assertThat(translated.rules())
                .containsExactly(
                        "quota-bob.loader {user=bob, applicationName=loader} bob.loader",
                        "quota-alice {user=alice} alice",
                        "quota-client.nightly {applicationName=nightly} client.nightly");
        assertThat(translated.comments())
                .contains(
                        "line 2: request_percentage=200.0 has no counterpart",
                        "line 2: tenant alice has one limit for reads and writes together",
                        "line 4: a quota of the default user-principal has no counterpart",
                        "line 5: a quota of default client-id",
                        "line 6: a quota of user-principal 'carol', the default client-id",
                        "line 7: a quota of ip '10.0.0.1'",
                        "of each broker",
                        "priority 1");
    }

    @Test
    void quotaOfOneDirection_isARuleForIt_andTheOtherOneIsFree() {
        Translated translated = translated("# ours\n\nalice, producer_byte_rate = 1048576\nbob,consumer_byte_rate=5,"
                + "producer_byte_rate=9223372036854775807\n");

        assertThat(translated.tenants()).containsExactly("alice 1 1048576", "bob 1 5");
        assertThat(translated.rules())
                .containsExactly(
                        "quota-alice {user=alice, operation=write} alice", "quota-bob {user=bob, operation=read} bob");
        assertThat(translated.comments()).contains("line 3: tenant alice has writes alone; reads, which have no quota");
    }

    @Test
    void quotaOfAUserNamedDefault_limitsThatUserAndNotAllForWhomNoRuleMatches() {
        Translated translated = translated(
                "Quota configs for user-principal 'default' are producer_byte_rate=1024, consumer_byte_rate=1024\n");

        assertThat(translated.tenants()).containsExactly("user.default 1 2048");
        assertThat(translated.rules()).containsExactly("quota-user.default {user=default} user.default");
        assertThat(translated.comments())
                .contains("line 1: user default becomes tenant user.default: tenant default is");
    }

    @Test
    void whatIsNoQuota_isRefused_withItsLineAndAGoodOne() {
        assertRefused(Format.KAFKA, "alice,producer_byte_rate=1\nwhat?")
                .hasMessageStartingWith("file, line 2: 'what?' is no quota; a good line is alice,producer_byte_rate=");
        for (String rate : new String[] {"-1", "0", "NaN", "fast", ""}) {
            assertRefused(Format.KAFKA, "alice,producer_byte_rate=" + rate)
                    .hasMessageContaining("a good value is 1048576");
        }
        for (String user : new String[] {"CN=alice", "a b", "*", "<b>", "hdfs.x"}) {
            assertRefused(
                            Format.KAFKA,
                            "Quota configs for user-principal '" + user
                                    + "' are producer_byte_rate=1, consumer_byte_rate=1")
                    .hasMessageContaining("file, line 1: user or client '");
        }
        assertRefused(Format.KAFKA, "").hasMessageContaining("there is no quota");
        assertRefused(Format.KAFKA, "alice,producer_byte_rate=1\nalice,producer_byte_rate=2")
                .hasMessageContaining("line 2: user or client 'alice' is there twice");
    }
}

package io.hdfsthrottle.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TenantTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gold",
                "G",
                "9",
                "a.b_c-D9",
                "hdfs.replication",
                "0123456789012345678901234567890123456789012345678901234567890123"
            })
    void name_ofLettersDigitsDotsUnderscoresAndDashes_isTaken(String name) {
        assertThat(Tenant.named(name).name()).isEqualTo(name);
        assertThat(Tenant.parse(name)).contains(Tenant.named(name));
        assertThat(Tenant.named(name)).hasToString(name).hasSameHashCodeAs(Tenant.named(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".gold",
                "-gold",
                "_gold",
                "gold ",
                "go ld",
                "gold\n",
                "gøld",
                "a/b",
                "<script>",
                "..",
                "*",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void name_thatWouldNotBeSafeInLogsAndPaths_isRefusedSayingWhatOneLooksLike(String name) {
        assertThat(Tenant.parse(name)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tenant.named(name))
                .withMessageContaining(Tenant.NAME_RULE)
                .satisfies(refused -> assertThat(
                                Tenant.parse(refused.getMessage().replaceFirst("(?s).*, for example ", "")))
                        .as(refused.getMessage())
                        .isPresent());
    }

    @ParameterizedTest
    @CsvSource({
        "'', gold",
        "'  ', gold",
        "domain users, domain-users",
        "CORP\\etl, CORP-etl",
        ".gold!, gold",
        "../../etc, etc",
        "grö\u00dfe, gr-e"
    })
    void refusalOfAName_saysOneThatIsLikeIt(String name, String like) {
        assertThat(Tenant.ruleFor(name)).endsWith(", for example " + like);
    }

    @Test
    void noName_isNoTenant() {
        assertThat(Tenant.parse(null)).isEmpty();
    }

    @Test
    void systemTenants_areThoseOfHdfsItself() {
        assertThat(Tenant.REPLICATION.isSystem()).isTrue();
        assertThat(Tenant.DEFAULT.isSystem()).isFalse();
        assertThat(Tenant.named("hdfs").isSystem()).isFalse();
    }

    @Test
    void tenants_areSortedByNameAndEqualByName() {
        assertThat(Tenant.named("a"))
                .isLessThan(Tenant.named("b"))
                .isNotEqualTo(Tenant.named("b"))
                .isNotEqualTo("a");
    }
}

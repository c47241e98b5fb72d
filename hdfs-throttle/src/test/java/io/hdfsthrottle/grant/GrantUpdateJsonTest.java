package io.hdfsthrottle.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GrantUpdateJsonTest {

    private static final NodeTerms TERMS = NodeTerms.of(
            GrantVersion.of(7, 9),
            List.of(Terms.of(Grants.BRONZE, 1, Rate.ZERO, Rate.parse("64k"))),
            Map.of("DS-1", List.of(Terms.of(Grants.GOLD, 2.5, Rate.parse("1m"), Rate.parse("30m")))));

    @Test
    void everyPart_isReadAsItWasWritten() throws Exception {
        GrantUpdate update = GrantUpdate.of(Grants.of(7, 3)).withTerms(TERMS);

        GrantUpdate read = GrantUpdateJson.read(GrantUpdateJson.write(update));

        assertThat(read).hasToString(update.toString());
        assertThat(read.policy().orElseThrow().rules())
                .isEqualTo(Grants.of(7, 3).rules());
        assertThat(read.terms().orElseThrow().sameAs(TERMS)).isTrue();
    }

    @Test
    void partsThatAreNotNew_areLeftOut() throws Exception {
        String json = GrantUpdateJson.write(GrantUpdate.of("default", 7));

        assertThat(json).isEqualTo("{\"wire\":3,\"cluster\":\"default\",\"epoch\":7}");
        GrantUpdate read = GrantUpdateJson.read(json);
        assertThat(read.policy()).isEmpty();
        assertThat(read.applications()).isEmpty();
        assertThat(read.terms()).isEmpty();
    }

    @Test
    void policyThatWasWrittenBefore_takesThePlaceOfTheUpdatesOwn() throws Exception {
        String policy = GrantUpdateJson.policy(Grants.of(7, 3));

        String json = GrantUpdateJson.write(GrantUpdate.of("default", 7), Optional.of(policy));

        assertThat(GrantUpdateJson.read(json).policy().orElseThrow().version()).isEqualTo(GrantVersion.of(7, 3));
    }

    @Test
    void questionToAskAgain_isReadAsSuch() throws Exception {
        GrantUpdate update = GrantUpdate.of("default", 7).withApplications(ApplicationUpdate.askAgain(5));

        ApplicationUpdate read = GrantUpdateJson.read(GrantUpdateJson.write(update))
                .applications()
                .orElseThrow();

        assertThat(read.again()).isTrue();
        assertThat(read.sequence()).isEqualTo(5);
    }

    @Test
    void anotherWire_isRefusedWithBothVersions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrantUpdateJson.read("{\"cluster\":\"default\",\"epoch\":7}"))
                .withMessageContaining("speaks wire 1 and this node wire 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrantUpdateJson.read("{\"wire\":4,\"cluster\":\"default\",\"epoch\":7}"))
                .withMessageContaining("speaks wire 4 and this node wire 3");
    }

    @Test
    void keptGrant_holdsTheTermsOfTheNode() throws Exception {
        Grant kept = GrantJson.read(GrantJson.write(Grants.of(7, 3).withTerms(TERMS)));

        assertThat(kept.nodeTerms().sameAs(TERMS)).isTrue();
        assertThat(kept.terms("DS-1", Grants.GOLD).weight()).isEqualTo(2.5);
        assertThat(kept.terms("DS-2", Grants.BRONZE).limit()).isEqualTo(Rate.parse("64k"));
        assertThat(kept.terms("DS-2", Tenant.DEFAULT).weight()).isEqualTo(1);
    }
}

package io.hdfsthrottle.coordinator.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.demand.TermHolders;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Term;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TermsRegisterTest {
    private static final Term FIRST = new Term(7, 1);
    private static final Term SECOND = new Term(8, 2);

    private final MemoryStore store = new MemoryStore();
    private final TermsRegister register = new TermsRegister(store);

    private static TermHolders holders(String... nodes) {
        return TermHolders.NONE.and(List.of(nodes));
    }

    private TermHolders leftTo(Term term) {
        TermsRegister next = new TermsRegister(store);
        next.open(term);
        return next.left();
    }

    @Test
    void whoeverWasGivenTerms_isKnownToTheNextLeader() {
        register.open(FIRST);
        assertThat(register.left().isEmpty()).isTrue();

        register.keep(7, Set.of("dn1", "dn2"), TermHolders.NONE);

        assertThat(leftTo(SECOND)).isEqualTo(holders("dn1", "dn2"));
    }

    @Test
    void whoWasNotHeardYet_isKnownToTheNextButOne_untilItsTermsExpire() {
        register.open(FIRST);
        register.keep(7, Set.of("dn1"), holders("dn2"));
        assertThat(leftTo(SECOND)).isEqualTo(holders("dn1", "dn2"));

        register.keep(7, Set.of("dn1"), TermHolders.NONE);
        assertThat(leftTo(SECOND)).isEqualTo(holders("dn1"));
    }

    @Test
    void theSameNodes_areWrittenOnce_alsoByTheNextLeader() {
        register.open(FIRST);
        for (int second = 0; second < 5; second++) {
            register.keep(7, Set.of("dn1", "dn2"), TermHolders.NONE);
        }
        register.close();
        register.open(SECOND);
        register.keep(8, Set.of("dn1"), holders("dn2"));
        register.keep(8, Set.of("dn1", "dn2"), TermHolders.NONE);

        assertThat(store.writes()).isEqualTo(1);
    }

    @Test
    void whatWasNotKept_isTriedAgain() {
        register.open(FIRST);
        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> register.keep(7, Set.of("dn1"), TermHolders.NONE));
        store.refuse(null);
        register.keep(7, Set.of("dn1"), TermHolders.NONE);

        assertThat(leftTo(SECOND)).isEqualTo(holders("dn1"));
    }

    @Test
    void whatWasDecidedInATermThatHasEnded_isNotKept() {
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> register.keep(7, Set.of("dn1"), TermHolders.NONE));
        register.open(SECOND);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> register.keep(7, Set.of("dn1"), TermHolders.NONE));

        assertThat(store.writes()).isZero();
    }
}

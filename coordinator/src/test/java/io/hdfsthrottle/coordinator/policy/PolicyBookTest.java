package io.hdfsthrottle.coordinator.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.election.NotStored;
import io.hdfsthrottle.coordinator.election.NotStored.Reason;
import io.hdfsthrottle.coordinator.election.Term;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyBookTest {
    private static final Term TERM = new Term(1, 1);
    private static final TenantTerms GOLD = TenantTerms.of(Tenant.named("gold"), 8);

    private final MemoryStore store = new MemoryStore();
    private final AtomicInteger changes = new AtomicInteger();
    private final PolicyBook book = new PolicyBook(store, changes::incrementAndGet);

    private static void silent(Policy before, Policy after) {}

    @Test
    void closedBook_answersNothing() {
        assertThat(catchThrowableOfType(NotStored.class, book::policy).reason()).isEqualTo(Reason.NOT_LEADING);
        book.open(TERM);
        book.close();
        assertThatExceptionOfType(NotStored.class)
                .isThrownBy(() -> book.change(policy -> policy.with(GOLD), PolicyBookTest::silent));
    }

    @Test
    void change_isKeptBeforeItIsSeen() {
        book.open(TERM);
        store.refuse(Reason.OUTCOME_UNKNOWN);

        assertThatExceptionOfType(NotStored.class)
                .isThrownBy(() -> book.change(policy -> policy.with(GOLD), PolicyBookTest::silent));

        assertThat(book.policy()).isEqualTo(Policy.INITIAL);
        assertThat(changes).hasValue(0);
    }

    @Test
    void change_isSeenAndTold() {
        book.open(TERM);

        Policy after = book.change(policy -> policy.with(GOLD), PolicyBookTest::silent);

        assertThat(book.policy()).isEqualTo(after);
        assertThat(changes).hasValue(1);
    }

    @Test
    void changeOfNothing_isNotWritten() {
        book.open(TERM);
        book.change(policy -> policy.with(GOLD), PolicyBookTest::silent);
        store.refuse(Reason.TOO_LARGE);

        book.change(policy -> policy.with(GOLD), PolicyBookTest::silent);

        assertThat(changes).hasValue(1);
    }

    @Test
    void rehearsal_changesNothing() {
        book.open(TERM);

        assertThat(book.rehearse(policy -> policy.with(GOLD)).terms(GOLD.tenant()))
                .isPresent();

        assertThat(book.policy()).isEqualTo(Policy.INITIAL);
        assertThat(store.load("policy")).isEmpty();
    }

    @Test
    void bookThatIsClosedWhileItIsLoaded_staysClosed() {
        store.during(book::close);

        book.open(TERM);

        assertThatExceptionOfType(NotStored.class).isThrownBy(book::policy);
    }

    @Test
    void changeThatIsConfirmedAfterTheEnd_isToldAndDoesNotOpenTheBook() {
        book.open(TERM);
        List<Policy> kept = new ArrayList<>();
        store.during(book::close);

        book.change(policy -> policy.with(GOLD), (before, after) -> kept.add(after));

        assertThat(kept).hasSize(1);
        assertThat(changes).hasValue(0);
        assertThatExceptionOfType(NotStored.class).isThrownBy(book::policy);
    }

    @Test
    void rehearsal_isRefusedAsTheChangeWouldBe() {
        book.open(TERM);
        UnaryOperator<Policy> change = UnaryOperator.identity();
        NotStored refused = null;
        for (int i = 0; refused == null; i++) {
            TenantRule rule =
                    new RuleMatch("u".repeat(128), "a".repeat(128), null, "c".repeat(128)).to("r" + i, Tenant.DEFAULT);
            UnaryOperator<Policy> before = change;
            change = policy -> before.apply(policy).withRule(rule, OptionalInt.empty());
            UnaryOperator<Policy> next = change;
            refused = i % 100 == 99 ? catchThrowableOfType(NotStored.class, () -> book.rehearse(next)) : null;
        }
        UnaryOperator<Policy> tooMuch = change;

        assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(catchThrowableOfType(NotStored.class, () -> book.change(tooMuch, PolicyBookTest::silent))
                        .reason())
                .isEqualTo(Reason.TOO_LARGE);
    }

    @Test
    void nextTerm_readsWhatTheLastOneLeft() {
        book.open(TERM);
        book.change(policy -> policy.with(GOLD), PolicyBookTest::silent);
        book.close();
        book.open(new Term(2, 2));

        assertThat(book.policy().terms(GOLD.tenant())).contains(GOLD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{}",
                "{\"format\":3}",
                "{\"format\":2,\"rules\":[{\"rule\":\"r\",\"queue\":\"nightly\",\"tenant\":\"default\"}]}",
                "{\"format\":1,\"tenants\":[{\"tenant\":\"gold\",\"priority\":0,\"reservation\":0}]}",
                "{\"format\":1,\"rules\":[{\"rule\":\"r\",\"tenant\":\"nobody\"}]}"
            })
    void snapshotThatIsNotUnderstood_isNeverLedWith(String kept) {
        store.write(TERM, "policy", kept.getBytes(StandardCharsets.UTF_8));

        assertThatIllegalStateException().isThrownBy(() -> book.open(TERM)).withMessageContaining("policy");
        assertThatExceptionOfType(NotStored.class).isThrownBy(book::policy);
    }
}

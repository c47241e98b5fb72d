package io.hdfsthrottle.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.state.Concern.Unreadable;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplicatedTest {
    private static final Term TERM = new Term(1, 1);
    private static final Shelf EMPTY = new Shelf(0, Map.of(), Optional.empty(), OptionalLong.empty(), "");
    private static final Shelf FULL = new Shelf(
            8, Map.of(Tenant.named("gold"), List.of("a")), Optional.of(Duration.ofHours(8)), OptionalLong.of(3), "x");

    private final MemoryStore store = new MemoryStore();
    private final List<Shelf> changes = new ArrayList<>();
    private final Replicated<Shelf> shelf = replicated(Unreadable.STOPS_LEADER);

    /** A state with a value of each kind that states have. */
    record Shelf(int count, Map<Tenant, List<String>> books, Optional<Duration> until, OptionalLong left, String name) {
        Shelf {
            if (count < 0) {
                throw new IllegalArgumentException("count is " + count);
            }
        }

        Shelf named(String other) {
            return new Shelf(count, books, until, left, other);
        }
    }

    private static Concern<Shelf> concern(Unreadable unreadable) {
        return new Concern<>("shelf", EMPTY, Snapshot.of("shelf", 1, EMPTY, Shelf.class), unreadable);
    }

    private Replicated<Shelf> replicated(Unreadable unreadable) {
        return new Replicated<>(concern(unreadable), store, (before, after) -> changes.add(after));
    }

    private static UnaryOperator<Shelf> to(Shelf next) {
        return before -> next;
    }

    @Test
    void closed_answersNothing() {
        assertThat(catchThrowableOfType(NotStored.class, shelf::now).reason()).isEqualTo(Reason.NOT_LEADING);
        shelf.open(TERM);
        shelf.close();
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> shelf.change(to(FULL), false));
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> shelf.change(to(FULL), true));
        assertThat(shelf.ifOpen()).isEmpty();
        assertThat(shelf.term()).isEmpty();
        assertThat(shelf.orInitial()).isEqualTo(EMPTY);
    }

    @Test
    void change_isStoredBeforeItIsSeen() {
        shelf.open(TERM);
        store.refuse(Reason.OUTCOME_UNKNOWN);

        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> shelf.change(to(FULL), false));

        assertThat(shelf.now()).isEqualTo(EMPTY);
        assertThat(changes).isEmpty();
    }

    @Test
    void change_isSeenAndTold() {
        shelf.open(TERM);

        assertThat(shelf.change(to(FULL), false)).isEqualTo(FULL);

        assertThat(shelf.now()).isEqualTo(FULL);
        assertThat(changes).containsExactly(FULL);
    }

    @Test
    void changeOfNothing_isNotWritten() {
        shelf.open(TERM);
        shelf.change(to(FULL), false);
        store.refuse(Reason.TOO_LARGE);

        shelf.change(to(FULL), false);

        assertThat(changes).hasSize(1);
    }

    @Test
    void decision_hasAnAnswerOfItsOwn() {
        shelf.open(TERM);

        String answer = shelf.decide(before -> new Outcome<>(before.named("y"), "was " + before.name()), false);

        assertThat(answer).isEqualTo("was ");
        assertThat(shelf.now().name()).isEqualTo("y");
    }

    @Test
    void dryRun_changesNothing_andIsRefusedAsTheChangeWouldBe() {
        shelf.open(TERM);
        UnaryOperator<Shelf> tooMuch = before -> before.named("x".repeat(SnapshotStore.LARGEST_BYTES));

        assertThat(shelf.change(to(FULL), true)).isEqualTo(FULL);
        for (boolean dryRun : new boolean[] {true, false}) {
            assertThat(catchThrowableOfType(NotStored.class, () -> shelf.change(tooMuch, dryRun))
                            .reason())
                    .isEqualTo(Reason.TOO_LARGE);
        }

        assertThat(shelf.now()).isEqualTo(EMPTY);
        assertThat(store.load("shelf")).isEmpty();
    }

    @Test
    void stateThatIsClosedWhileItIsLoaded_staysClosed() {
        store.during(shelf::close);

        shelf.open(TERM);

        assertThatExceptionOfType(NotStored.class).isThrownBy(shelf::now);
    }

    @Test
    void changeThatIsConfirmedAfterTheEnd_isToldToItsCallerAlone() {
        shelf.open(TERM);
        List<Shelf> kept = new ArrayList<>();
        store.during(shelf::close);

        shelf.change(to(FULL), false, (before, after) -> kept.add(after));

        assertThat(kept).containsExactly(FULL);
        assertThat(changes).isEmpty();
        assertThatExceptionOfType(NotStored.class).isThrownBy(shelf::now);
    }

    @Test
    void nextTerm_readsWhatTheLastOneLeft() {
        shelf.open(TERM);
        shelf.change(to(FULL), false);
        shelf.close();
        assertThat(shelf.kept()).isEqualTo(FULL);

        shelf.open(new Term(2, 2));

        assertThat(shelf.now()).isEqualTo(FULL);
        assertThat(shelf.term()).contains(new Term(2, 2));
    }

    @Test
    void advance_isStoredLater_andOnce() {
        shelf.open(TERM);

        assertThat(shelf.advance(to(FULL))).isEqualTo(FULL);
        assertThat(store.writes()).isZero();
        shelf.store();
        shelf.store();

        assertThat(store.writes()).isEqualTo(1);
        assertThat(shelf.kept()).isEqualTo(FULL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{}",
                "{\"version\":2,\"state\":{\"count\":1,\"books\":{},\"name\":\"\"}}",
                "{\"version\":1}",
                "{\"version\":1,\"state\":null}",
                "{\"version\":1,\"state\":{\"count\":\"1\",\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1.5,\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"books\":{\"gold\":null},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"books\":{\"gold\":[null]},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":null,\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"books\":{},\"name\":\"\",\"colour\":\"red\"}}",
                "{\"version\":1,\"state\":{\"count\":-1,\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"count\":2,\"books\":{},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"books\":{\"no tenant\":[]},\"name\":\"\"}}",
                "{\"version\":1,\"state\":{\"count\":1,\"books\":{},\"name\":\"\"}} and more"
            })
    void snapshotThatIsNotUnderstood_stopsTheLeader_orTheStateBeginsAnew(String stored) {
        store.write(TERM, "shelf", stored.getBytes(StandardCharsets.UTF_8));

        assertThatIllegalStateException()
                .isThrownBy(() -> shelf.open(TERM))
                .withMessageContaining("the shelf in ZooKeeper");
        assertThatExceptionOfType(NotStored.class).isThrownBy(shelf::now);

        Replicated<Shelf> optional = replicated(Unreadable.BEGINS_ANEW);
        optional.open(TERM);
        assertThat(optional.now()).isEqualTo(EMPTY);
    }

    @Test
    void snapshot_leavesOutWhatIsAbsent() {
        assertThat(new String(Stored.write(concern(Unreadable.STOPS_LEADER), EMPTY), StandardCharsets.UTF_8))
                .isEqualTo("{\"version\":1,\"state\":{\"count\":0,\"books\":{},\"name\":\"\"}}");
        assertThat(new String(Stored.write(concern(Unreadable.STOPS_LEADER), FULL), StandardCharsets.UTF_8))
                .isEqualTo("{\"version\":1,\"state\":{\"count\":8,\"books\":{\"gold\":[\"a\"]},\"until\":\"PT8H\","
                        + "\"left\":3,\"name\":\"x\"}}");
    }
}

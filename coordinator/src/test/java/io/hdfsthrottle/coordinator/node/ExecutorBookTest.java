package io.hdfsthrottle.coordinator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalExecutor;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ExecutorBookTest {
    private static final String HERE = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";
    private static final String THERE = "1f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";

    private final HandSetTicker ticker = new HandSetTicker();
    private final ExecutorBook book = new ExecutorBook(ticker);

    private static ExecutorClaim claim(String executor, String machine, long pid) {
        return ExecutorClaim.of(executor, machine, pid, 1, List.of());
    }

    private List<Long> pids(String machine) {
        return book
                .on(
                        machine,
                        (id, claim) -> id.equals("ended")
                                ? Optional.empty()
                                : Optional.of(LocalExecutor.of(id, "alice", Tenant.named("gold"), claim)))
                .stream()
                .map(executor -> executor.claim().pid())
                .sorted()
                .toList();
    }

    @Test
    void node_isToldOfTheExecutorsOfItsMachine_asTheyWereSaidLast() {
        book.record("app-1", List.of(claim("1", HERE, 11), claim("2", THERE, 12)));
        book.record("app-2", List.of(claim("1", HERE, 21)));
        book.record("ended", List.of(claim("1", HERE, 31)));
        assertThat(pids(HERE)).containsExactly(11L, 21L);
        book.record("app-1", List.of(claim("1", THERE, 13)));
        assertThat(pids(HERE)).containsExactly(21L);
        assertThat(pids(THERE)).containsExactly(12L, 13L);
    }

    @Test
    void rateOfAnExecutor_isTheMeanSinceItsLastClaim_andBeginsAnewWithAnotherProcess() {
        book.record("app-1", List.of(claim("1", HERE, 11).withHdfs(1_000, 0)));
        assertThat(book.of("app-1")).extracting(ExecutorBook.Known::hdfs).containsExactly(Rate.ZERO);
        ticker.advance(Duration.ofSeconds(5));
        book.record("app-1", List.of(claim("1", HERE, 11).withHdfs(5_000, 1_000)));
        assertThat(book.of("app-1")).extracting(ExecutorBook.Known::hdfs).containsExactly(Rate.ofBytesPerSecond(1_000));
        ticker.advance(Duration.ofSeconds(5));
        book.record("app-1", List.of(claim("1", HERE, 12).withHdfs(9_000, 0)));
        assertThat(book.of("app-1")).extracting(ExecutorBook.Known::hdfs).containsExactly(Rate.ZERO);
        assertThat(book.of("app-2")).isEmpty();
    }

    @Test
    void whatIsNotSaidAgain_isForgotten() {
        book.record("app-1", List.of(claim("1", HERE, 11)));
        ticker.advance(ExecutorBook.KEPT.plusMillis(1));
        book.record("app-2", List.of(claim("1", HERE, 21)));
        book.expire();
        assertThat(pids(HERE)).containsExactly(21L);
        book.clear();
        assertThat(pids(HERE)).isEmpty();
    }

    @Test
    void oneApplication_crowdsNobodyOut() {
        book.record(
                "greedy",
                IntStream.range(0, ExecutorBook.MOST_OF_APPLICATION + 10)
                        .mapToObj(i -> claim("e" + i, HERE, 100 + i))
                        .toList());
        book.record("app-1", List.of(claim("1", HERE, 11)));
        assertThat(pids(HERE)).hasSize(ExecutorBook.MOST_ON_A_MACHINE + 1).contains(11L);
    }
}

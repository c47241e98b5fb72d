package io.hdfsthrottle.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TicketsTest {

    private final Tickets tickets = new Tickets();

    @Test
    void ticket_isTheCountOfAllBytesIncludingItsOwn() {
        assertThat(tickets.take(10)).isEqualTo(10);
        assertThat(tickets.take(5)).isEqualTo(15);
        assertThat(tickets.take(0)).isEqualTo(15);
        assertThat(tickets.total()).isEqualTo(15);
    }

    @Test
    void bytesCountedWithoutTickets_goBeforeThoseTakenAfterTheyWereGathered() {
        tickets.count(100);
        assertThat(tickets.take(1)).isEqualTo(1);
        assertThat(tickets.total()).isEqualTo(101);
        tickets.gather();
        assertThat(tickets.total()).isEqualTo(101);
        assertThat(tickets.take(1)).isEqualTo(102);
    }

    @Test
    void nothingIsLost_whileManyCountAndOneGathers() {
        IntStream.range(0, 400_000).parallel().forEach(i -> {
            if (i % 4_000 == 0) {
                synchronized (tickets) {
                    tickets.gather();
                }
            } else if (i % 2 == 0) {
                tickets.count(1);
            } else {
                tickets.take(1);
            }
        });
        tickets.gather();
        assertThat(tickets.take(0)).isEqualTo(400_000 - 100);
    }
}

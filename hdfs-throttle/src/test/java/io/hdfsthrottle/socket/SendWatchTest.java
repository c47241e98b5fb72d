package io.hdfsthrottle.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.kernel.Connection;
import io.hdfsthrottle.observation.Sending;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SendWatchTest {

    private final HandSetTicker ticker = new HandSetTicker();
    private final FakeSockets sockets = new FakeSockets();
    private final SendWatch watch = new SendWatch(sockets, ticker);

    @Test
    void connection_waitsForWhatItWaitedForMostly_inItsLastSecondsOfSending() {
        Connection connection = sockets.opened(1);
        assertThat(watch.sending(connection)).as("looked for").isEmpty();
        sockets.sent(connection, 0, 0);
        assertThat(watch.sending(connection)).as("sent nothing").isEmpty();
        sockets.sent(connection, 900_000, 800_000);
        assertThat(watch.sending(connection)).contains(Sending.PEER);
        sockets.sent(connection, 1_500_000, 800_000);
        assertThat(watch.sending(connection)).contains(Sending.PEER);
        sockets.sent(connection, 3_000_000, 800_000);
        assertThat(watch.sending(connection)).contains(Sending.NETWORK);
        sockets.sent(connection, 3_500_000, 1_300_000);
        assertThat(watch.sending(connection)).contains(Sending.NETWORK);
        sockets.sent(connection, 5_000_000, 2_800_000);
        assertThat(watch.sending(connection)).contains(Sending.PEER);
    }

    @Test
    void openFiles_areLookedThroughOnceASecond_forAllNewConnections() {
        assertThat(watch.sending(sockets.opened(1))).isEmpty();
        Connection second = sockets.opened(2);
        Connection third = sockets.opened(3);
        sockets.sent(second, 1, 0);
        sockets.sent(third, 1, 1);
        for (int i = 0; i < 9; i++) {
            assertThat(watch.sending(second)).isEmpty();
            assertThat(watch.sending(third)).isEmpty();
        }
        assertThat(sockets.searches()).isEqualTo(1);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(watch.sending(third)).isEmpty();
        assertThat(sockets.searches()).isEqualTo(2);
        assertThat(watch.sending(second)).contains(Sending.NETWORK);
        assertThat(watch.sending(third)).contains(Sending.PEER);
    }

    @Test
    void connectionThatHasEnded_isForgotten() {
        Connection connection = sockets.opened(1);
        assertThat(watch.sending(connection)).isEmpty();
        assertThat(watch.sending(connection)).as("the kernel does not tell").isEmpty();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(watch.sending(connection)).isEmpty();
        assertThat(sockets.searches()).isEqualTo(2);
    }
}

package io.hdfsthrottle.coordinator.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LimitsTest {
    private static final int NODES = 1_000;
    private static final int OF_A_NODE = 2;
    private static final int DRIVERS = 10_000;
    private static final Duration RENEWAL = Duration.ofSeconds(20);

    /** While a driver renews, and until its connection has been idle, it has one. */
    @Test
    void shippedHeap_hasRoomForTheConnectionsOfAThousandNodesAndTenThousandDrivers() throws Exception {
        Matcher shipped = Pattern.compile("coordinator \\|.*-Xmx(\\d+)m")
                .matcher(Files.readString(Path.of("../bin/hdfs-throttle")));
        assertThat(shipped.find()).isTrue();
        long heap = Long.parseLong(shipped.group(1)) << 20;
        long drivers = DRIVERS * Limits.IDLE.plusSeconds(1).toSeconds() / RENEWAL.toSeconds();

        assertThat(Limits.ofHeap(heap)).isGreaterThanOrEqualTo((int) (NODES * OF_A_NODE + drivers));
    }
}

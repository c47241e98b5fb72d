package io.hdfsthrottle.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.queue.WaitLimits;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.Test;

/** What the log says at the start of a DataNode whose clients may be less patient than its waits are long. */
final class ClientTimeoutsTest {

    private static final String PACKET = "dfs.client.socket-timeout";
    private static final String CLOSE = "dfs.datanode.socket.write.timeout";

    private final Configuration configuration = new Configuration(false);

    @Test
    void clientsOfThreeSecondsPatience_areServedInTime_byDefault() {
        configuration.set(PACKET, "3000");
        assertThat(warnings(WaitLimits.DEFAULT_LONGEST_SLEEP)).isEmpty();
    }

    @Test
    void clientsOfHadoopsPatience_areServedInTime_howeverLongTheWaitsMayBeSet() {
        assertThat(warnings(WaitLimits.GREATEST_LONGEST_SLEEP)).isEmpty();
    }

    @Test
    void clientsThatWaitForever_areServedInTime() {
        configuration.set(PACKET, "0");
        configuration.set(CLOSE, "0");
        assertThat(warnings(WaitLimits.GREATEST_LONGEST_SLEEP)).isEmpty();
    }

    @Test
    void timeoutThatIsShorterThanAWait_isSaidOnce_withBothSettingsTheirValuesAndGoodOnes() {
        configuration.set(PACKET, "3s");
        assertThat(warnings(Duration.ofSeconds(5)))
                .singleElement()
                .asString()
                .contains(
                        "WARN",
                        PACKET + "=3000 (ms)",
                        "hdfs.throttle.pacing.longest.sleep=5s",
                        "hdfs.throttle.pacing.longest.sleep to at most 2000ms",
                        PACKET + " to at least 7500");
    }

    @Test
    void closeThatAwaitsFewerPacketsThanMayBeInFlight_isSaidOnce() {
        configuration.set(CLOSE, "60000");
        assertThat(warnings(WaitLimits.DEFAULT_LONGEST_SLEEP))
                .singleElement()
                .asString()
                .contains(
                        "WARN",
                        CLOSE + "=60000 (ms)",
                        "hdfs.throttle.pacing.longest.sleep=2s",
                        "to at most 812ms",
                        CLOSE + " to at least 155000");
    }

    @Test
    void timeoutThatIsNoTime_isSaid_andDoesNotEndTheStart() {
        configuration.set(PACKET, "soon");
        assertThat(warnings(WaitLimits.DEFAULT_LONGEST_SLEEP))
                .singleElement()
                .asString()
                .contains(PACKET + "=soon");
    }

    /** What a start logs: level and message of each line. */
    private List<String> warnings(Duration longestSleep) {
        Logger log = Logger.getLogger(Hook.class);
        StringWriter said = new StringWriter();
        WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), said);
        Level before = log.getLevel();
        log.setLevel(Level.INFO);
        log.addAppender(appender);
        try {
            Hook.warnOfTimeouts(configuration, WaitLimits.of(longestSleep));
        } finally {
            log.removeAppender(appender);
            log.setLevel(before);
        }
        return said.toString().lines().collect(Collectors.toList());
    }
}

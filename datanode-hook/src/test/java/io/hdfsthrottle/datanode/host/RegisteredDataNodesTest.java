package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RegisteredDataNodesTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private Map<String, String> reported = Map.of("self", "10.0.0.1");
    private boolean refuses;

    private final RegisteredDataNodes dataNodes = new RegisteredDataNodes(
            () -> {
                asked.incrementAndGet();
                if (refuses) {
                    throw new IOException("Access denied for user somebody. Superuser privilege is required");
                }
                return reported;
            },
            () -> "self",
            nanos::get);

    @Test
    void addressThatIsRegistered_isKnownAfterTheNextLook() {
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
        dataNodes.refresh();
        assertThat(dataNodes.test("10.0.0.1")).isTrue();
        assertThat(dataNodes.test("10.0.0.2")).isFalse();
    }

    @Test
    void thisHost_isADataNodeAtOnce() {
        assertThat(dataNodes.test("127.0.0.1")).isTrue();
        assertThat(dataNodes.test("0:0:0:0:0:0:0:1")).isTrue();
        assertThat(dataNodes.test("")).isFalse();
    }

    @Test
    void nameNode_isAskedOnlyWhenSomebodyUnknownComes_andNotOftenThen() {
        dataNodes.refresh();
        assertThat(asked).hasValue(0);
        for (int i = 0; i < 1000; i++) {
            assertThat(dataNodes.test("10.9.9.9")).isFalse();
            dataNodes.refresh();
        }
        assertThat(asked).hasValue(1);
        reported = Map.of("self", "10.0.0.1", "other", "10.9.9.9");
        nanos.addAndGet(RegisteredDataNodes.BETWEEN_REPORTS.toNanos());
        dataNodes.refresh();
        assertThat(asked).hasValue(2);
        assertThat(dataNodes.test("10.9.9.9")).isTrue();
    }

    @Test
    void nameNodeThatRefuses_isAskedAgain_andWhatWasKnownStays() {
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
        dataNodes.refresh();
        refuses = true;
        assertThat(dataNodes.test("10.0.0.2")).isFalse();
        nanos.addAndGet(RegisteredDataNodes.BETWEEN_REPORTS.toNanos());
        dataNodes.refresh();
        assertThat(dataNodes.test("10.0.0.1")).isTrue();
        refuses = false;
        reported = Map.of("self", "10.0.0.2");
        nanos.addAndGet(RegisteredDataNodes.AFTER_TROUBLE.toNanos());
        dataNodes.refresh();
        assertThat(asked).hasValue(3);
        assertThat(dataNodes.test("10.0.0.2")).isTrue();
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
    }

    @Test
    void otherDataNode_passesOnWhatOthersWrote_andThisHostDoesNot() {
        reported = Map.of("self", "10.0.0.1", "other", "10.0.0.2");
        assertThat(dataNodes.isOthers("10.0.0.2")).isFalse();
        dataNodes.refresh();
        assertThat(dataNodes.isOthers("10.0.0.2")).isTrue();
        assertThat(dataNodes.isOthers("10.0.0.1")).isFalse();
        assertThat(dataNodes.isOthers("127.0.0.1")).isFalse();
        assertThat(dataNodes.isOthers("10.0.0.3")).isFalse();
    }

    @Test
    void severalDataNodesOfOneAddress_mayAllPassOn() {
        reported = Map.of("self", "127.0.0.1", "other", "127.0.0.1");
        assertThat(dataNodes.isOthers("127.0.0.1")).isFalse();
        dataNodes.refresh();
        assertThat(dataNodes.isOthers("127.0.0.1")).isTrue();
    }

    @Test
    void writersOnThisHost_doNotMakeItAskAgain() {
        assertThat(dataNodes.isOthers("127.0.0.1")).isFalse();
        dataNodes.refresh();
        for (int i = 0; i < 10; i++) {
            nanos.addAndGet(RegisteredDataNodes.BETWEEN_REPORTS.toNanos());
            assertThat(dataNodes.isOthers("127.0.0.1")).isFalse();
            assertThat(dataNodes.isOthers("10.0.0.1")).isFalse();
            dataNodes.refresh();
        }
        assertThat(asked).hasValue(1);
    }
}

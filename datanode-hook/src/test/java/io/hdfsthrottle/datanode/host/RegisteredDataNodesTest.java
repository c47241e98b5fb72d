package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RegisteredDataNodesTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private Set<String> reported = Set.of("10.0.0.1");
    private boolean refuses;

    private final RegisteredDataNodes dataNodes = new RegisteredDataNodes(
            () -> {
                asked.incrementAndGet();
                if (refuses) {
                    throw new IOException("Access denied for user somebody. Superuser privilege is required");
                }
                return reported;
            },
            nanos::get);

    @Test
    void addressThatIsRegistered_isKnownAfterTheNextLook() {
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
        dataNodes.look();
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
        dataNodes.look();
        assertThat(asked).hasValue(0);
        for (int i = 0; i < 1000; i++) {
            assertThat(dataNodes.test("10.9.9.9")).isFalse();
            dataNodes.look();
        }
        assertThat(asked).hasValue(1);
        reported = Set.of("10.0.0.1", "10.9.9.9");
        nanos.addAndGet(RegisteredDataNodes.BETWEEN_REPORTS.toNanos());
        dataNodes.look();
        assertThat(asked).hasValue(2);
        assertThat(dataNodes.test("10.9.9.9")).isTrue();
    }

    @Test
    void nameNodeThatRefuses_isAskedAgain_andWhatWasKnownStays() {
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
        dataNodes.look();
        refuses = true;
        assertThat(dataNodes.test("10.0.0.2")).isFalse();
        nanos.addAndGet(RegisteredDataNodes.BETWEEN_REPORTS.toNanos());
        dataNodes.look();
        assertThat(dataNodes.test("10.0.0.1")).isTrue();
        refuses = false;
        reported = Set.of("10.0.0.2");
        nanos.addAndGet(RegisteredDataNodes.AFTER_TROUBLE.toNanos());
        dataNodes.look();
        assertThat(asked).hasValue(3);
        assertThat(dataNodes.test("10.0.0.2")).isTrue();
        assertThat(dataNodes.test("10.0.0.1")).isFalse();
    }
}

package io.hdfsthrottle.coordinator.feature.attest;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.feature.Finding;
import io.hdfsthrottle.coordinator.feature.Finding.Kind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each begins once and ends once. */
final class FindingsTest {
    private static final Finding SHORT = new Finding(Kind.BELOW_ENTITLEMENT, "gold", "It is.");

    private Findings findings = Findings.NONE;
    private long second;

    private Findings turns(int seconds, List<Finding> present) {
        for (int i = 0; i < seconds; i++) {
            second++;
            findings = findings.next(present, TimeUnit.SECONDS.toNanos(second));
        }
        return findings;
    }

    @Test
    void whatPassesByItself_isNone() {
        for (int i = 0; i < 20; i++) {
            assertThat(turns(9, List.of(SHORT)).lasting()).isEmpty();
            turns(1, List.of());
        }
    }

    @Test
    void whatLasts_beginsOnce_andAShortBreakIsNoEnd() {
        turns(10, List.of(SHORT));
        assertThat(turns(1, List.of(SHORT)).began()).containsExactly(SHORT);
        for (int i = 0; i < 20; i++) {
            assertThat(turns(1, List.of(SHORT)).began()).isEmpty();
            assertThat(turns(9, List.of()).ended()).isEmpty();
        }
        assertThat(findings.count(Kind.BELOW_ENTITLEMENT)).isEqualTo(1);
        assertThat(turns(1, List.of()).ended()).containsExactly(SHORT);
        assertThat(findings.lasting()).isEmpty();
        assertThat(turns(1, List.of()).ended()).isEmpty();
    }

    @Test
    void more_thanAreKept_areLeftOut_andThoseThatBeganStay() {
        turns(20, List.of(SHORT));
        List<Finding> many = IntStream.range(0, 2 * Findings.MOST)
                .mapToObj(i -> new Finding(Kind.TAGS_REFUSED, "dn" + i, "It did."))
                .toList();
        assertThat(turns(1, many).lasting()).hasSize(Findings.MOST);
        assertThat(findings.has(Kind.BELOW_ENTITLEMENT, "gold")).isTrue();
        assertThat(turns(1, many).began()).isEmpty();
    }
}

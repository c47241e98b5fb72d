package io.hdfsthrottle.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.unit.Rate;
import org.junit.jupiter.api.Test;

final class RateTagTest {

    private static final long SECOND = 1_000_000_000L;

    private final RateTag tag = new RateTag();

    @Test
    void withoutARate_everythingIsDue() {
        tag.serve(1e12, 0);
        assertThat(tag.isDue(0)).isTrue();
        assertThat(tag.isSet()).isFalse();
    }

    @Test
    void whatIsServed_isDueAfterItsTimeAtThatRate() {
        tag.set(Rate.ofBytesPerSecond(1_000));
        tag.serve(1_000, 10 * SECOND);
        assertThat(tag.isDue(10 * SECOND)).isFalse();
        assertThat((double) tag.dueNanos()).isCloseTo(11.0 * SECOND, within((double) ShareNode.BURST_NANOS));
    }

    @Test
    void unusedTime_isSavedUpToABurst() {
        tag.set(Rate.ofBytesPerSecond(1_000));
        tag.serve(1_000, 0);
        tag.serve(1_000, 600 * SECOND);
        assertThat(tag.dueNanos()).isEqualTo(601 * SECOND - ShareNode.BURST_NANOS);
    }

    @Test
    void partOfARate_takesItsTime() {
        tag.set(Rate.ofBytesPerSecond(1_000));
        tag.serve(1_000, 0.5, 10 * SECOND);
        assertThat(tag.dueNanos()).isEqualTo(12 * SECOND - ShareNode.BURST_NANOS);
    }

    @Test
    void rateThatIsTakenAway_isInNobodysWay() {
        tag.set(Rate.ofBytesPerSecond(1));
        tag.serve(1_000, 0);
        tag.set(Rate.UNLIMITED);
        assertThat(tag.isDue(0)).isTrue();
    }

    @Test
    void whatIsOwedUnderASmallRate_isSoonDueUnderALargeOne() {
        tag.set(Rate.ofBytesPerSecond(1_000));
        tag.serve(4_000, 10 * SECOND);
        tag.set(Rate.ofBytesPerSecond(1_000_000));
        assertThat((double) tag.dueNanos()).isCloseTo(10.004 * SECOND, within((double) ShareNode.BURST_NANOS));
    }

    @Test
    void whatIsOwedUnderALargeRate_isOwedNoLongerThanTheLongestDebt_underASmallOne() {
        tag.set(Rate.ofBytesPerSecond(1_000_000));
        tag.serve(1_000_000, 10 * SECOND);
        tag.set(Rate.ofBytesPerSecond(1));
        assertThat(tag.dueNanos()).isEqualTo(10 * SECOND + RateTag.MOST_DEBT_NANOS);
    }

    @Test
    void rateThatComesBack_beginsAnew() {
        tag.set(Rate.ofBytesPerSecond(1));
        tag.serve(1_000, 0);
        tag.set(Rate.UNLIMITED);
        tag.set(Rate.ofBytesPerSecond(1));
        assertThat(tag.isDue(0)).isTrue();
    }
}

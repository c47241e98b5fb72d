package io.hdfsthrottle.cli.feature.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.cli.remote.Failure;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

final class ViewTest {
    private static final ZonedDateTime AFTERNOON =
            ZonedDateTime.of(2026, 11, 29, 14, 0, 0, 0, ZoneId.of("Europe/Zurich"));

    private static View after(String keys) {
        View view = View.of(Sort.GIVEN, "");
        for (int i = 0; i < keys.length(); i++) {
            view = view.after(keys.charAt(i));
        }
        return view;
    }

    @Test
    void initials_sort() {
        assertThat(after("e").sort()).isEqualTo(Sort.ENTITLED);
        assertThat(after("ed").sort()).isEqualTo(Sort.DEMAND);
        assertThat(after("ew").sort()).isEqualTo(Sort.WAITED);
        assertThat(after("eg").sort()).isEqualTo(Sort.GIVEN);
    }

    @Test
    void slash_filtersByWhatIsTyped_untilEnter() {
        assertThat(after("/gold").filter()).isEqualTo("gold");
        assertThat(after("/golf\u007fd\rd")).isEqualTo(new View(Sort.DEMAND, "gold", false, false, false));
        assertThat(after("/gold\u001b[A")).isEqualTo(View.of(Sort.GIVEN, ""));
        assertThat(after("/" + "x".repeat(500) + "\u0007").filter()).hasSize(64);
    }

    @Test
    void p_pauses_andGoesOn() {
        assertThat(after("p").paused()).isTrue();
        assertThat(after("p ").paused()).isFalse();
    }

    @Test
    void q_andControlC_end_andOtherKeysDoNothing() {
        assertThat(after("q").over()).isTrue();
        assertThat(after("\u0003").over()).isTrue();
        assertThat(after("/q").over()).isFalse();
        assertThat(after("/q\u0003").over()).isTrue();
        assertThat(after("\u001b[AxyzQ")).isEqualTo(View.of(Sort.GIVEN, ""));
    }

    @Test
    void aTimeOfTheDay_isTheLastOne() {
        long noon = AFTERNOON.minusHours(2).toEpochSecond();
        assertThat(Moment.of("12:00", AFTERNOON)).isEqualTo(noon);
        assertThat(Moment.of("14:00", AFTERNOON)).isEqualTo(noon + 7_200);
        assertThat(Moment.of("14:01", AFTERNOON)).isEqualTo(noon + 7_260 - 86_400);
        assertThat(Moment.of("2026-11-29T12:00", AFTERNOON)).isEqualTo(noon);
        assertThat(Moment.of("2026-11-29T11:00:00Z", AFTERNOON)).isEqualTo(noon);
        for (String none : new String[] {"", "3", "25:00", "T", "yesterday", "2026-11-29T"}) {
            assertThatThrownBy(() -> Moment.of(none, AFTERNOON))
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining("a good value is 03:12");
        }
    }
}

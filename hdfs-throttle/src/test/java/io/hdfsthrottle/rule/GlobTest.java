package io.hdfsthrottle.rule;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GlobTest {

    @ParameterizedTest
    @CsvSource({
        "etl-*, etl-, true",
        "etl-*, etl-7, true",
        "etl-*, xetl-7, false",
        "*, '', true",
        "?, '', false",
        "?, a, true",
        "a*b*c, aXXbYYc, true",
        "a*b*c, aXXbYY, false",
        "**, anything, true",
        "a.c, abc, false",
        "a$, a, false",
        "alice, Alice, false"
    })
    void pattern_matchesTheWholeText(String pattern, String text, boolean matches) {
        assertThat(Glob.parse("user", pattern).matches(text)).isEqualTo(matches);
    }

    @Test
    void anyPattern_matchesWhatTheSameRegularExpressionMatches() {
        seeded(100_000, random -> {
            String pattern = drawn(random, "ab.*?", 1, 8);
            String text = drawn(random, "ab.\n", 0, 10);
            StringBuilder regex = new StringBuilder();
            for (int i = 0; i < pattern.length(); i++) {
                char c = pattern.charAt(i);
                regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
            }
            boolean expected = Pattern.compile(regex.toString(), Pattern.DOTALL)
                    .matcher(text)
                    .matches();
            assertThat(Glob.parse("user", pattern).matches(text))
                    .as("%s on %s", pattern, text)
                    .isEqualTo(expected);
        });
    }

    @Test
    void hostileText_isMatchedInNoMoreStepsThanPatternTimesText() {
        // A backtracking matcher would need longer than the universe has existed.
        Glob glob = Glob.parse("user", "*a".repeat(63) + "b");
        assertThat(glob.matches("a".repeat(100_000))).isFalse();
        assertThat(glob.matches("a".repeat(100_000) + "b")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a[bc]", "a\n", "ä", "a|b", "(a)"})
    void pattern_withOtherCharacters_isRefusedNamingThePartAndAGoodOne(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.parse("application", pattern))
                .withMessageContaining("'application'")
                .satisfies(refused -> {
                    String like = refused.getMessage().replaceFirst("(?s).*; for example ", "");
                    assertThat(Glob.parse("application", like).matches(pattern)).isTrue();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "domain users, domain?users",
        "CORP\\alice, CORP?alice",
        "'', *",
        "'a,b', 'a?b; for several, a rule each'"
    })
    void refusalOfAPattern_saysOneThatMatchesWhatWasMeant(String pattern, String like) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.parse("group", pattern))
                .withMessageEndingWith("; for example " + like);
    }

    @Test
    void pattern_longerThan128_isRefused() {
        assertThat(Glob.parse("user", "a".repeat(128))).hasToString("a".repeat(128));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Glob.parse("user", "a".repeat(129)))
                .withMessageEndingWith("; for example " + "a".repeat(127) + "*");
    }

    private static String drawn(SplittableRandom random, String letters, int least, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(least, most + 1); i > 0; i--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}

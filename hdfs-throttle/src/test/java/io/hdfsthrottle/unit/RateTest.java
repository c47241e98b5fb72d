package io.hdfsthrottle.unit;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RateTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "157286400, 157286400",
        "150m, 157286400",
        "150M, 157286400",
        "' 150m ', 157286400",
        "1k, 1024",
        "1g, 1073741824",
        "1t, 1099511627776",
        "1024t, 1125899906842624",
        "000007k, 7168",
        "1.5g, 1610612736",
        "0.3k, 307",
        "100MB, 100000000",
        "100mb, 100000000",
        "10MiB/s, 10485760",
        "10 MB/s, 10000000",
        "512B, 512",
        "150m/s, 157286400"
    })
    void parse_readsBytesPerSecondAsHadoopAndPeopleWriteThem(String written, long bytesPerSecond) {
        assertThat(Rate.parse(written).bytesPerSecond()).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "1.5",
                "1,5m",
                "150Mb",
                "150mib/h",
                "150  m",
                "m",
                "1e3",
                "0x10",
                "fast",
                "unlimited",
                "1234567890123456789",
                "１５０m"
            })
    void parse_refusesWhatIsNoRateShowingItAndAGoodOne(String written) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(written))
                .withMessageContaining("'" + written + "'")
                .withMessageContaining("for example 150m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1025t", "999999999999999999t", "1048577g", "1125899906842625", "999999999999999999"})
    void parse_refusesWhatIsAboveOnePebibyteRatherThanOverflow(String written) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(written))
                .withMessageContaining("'" + written + "'")
                .withMessageContaining("1 PiB")
                .withMessageContaining("150m");
    }

    @Test
    void toString_isReadBackAsTheSameRate() {
        seeded(20_000, random -> {
            long any = random.nextLong(1L << random.nextInt(1, 51));
            int zeros = 10 * random.nextInt(5);
            for (long bytes : new long[] {any, (any >> zeros) << zeros}) {
                Rate rate = Rate.ofBytesPerSecond(bytes);
                assertThat(Rate.parse(rate.toString())).isEqualTo(rate).hasSameHashCodeAs(rate);
                assertThat(Rate.parse(rate.toString().toUpperCase(Locale.ROOT))).isEqualTo(rate);
            }
        });
    }

    @Test
    void toString_takesTheLargestSuffixThatLosesNothing() {
        assertThat(Rate.ofBytesPerSecond(150L << 20)).hasToString("150m");
        assertThat(Rate.ofBytesPerSecond(1 << 20)).hasToString("1m");
        assertThat(Rate.ofBytesPerSecond(1000)).hasToString("1000");
        assertThat(Rate.ofBytesPerSecond(1025)).hasToString("1025");
        assertThat(Rate.ofBytesPerSecond(4L << 50)).hasToString("4096t");
        assertThat(Rate.ZERO).hasToString("0");
        assertThat(Rate.UNLIMITED).hasToString("unlimited");
    }

    @Test
    void unlimited_isAboveEveryOtherRate() {
        assertThat(Rate.UNLIMITED).isGreaterThan(Rate.parse("1024t")).matches(Rate::isUnlimited);
        assertThat(Rate.parse("1024t").isUnlimited()).isFalse();
        assertThat(Rate.ZERO).isLessThan(Rate.parse("1")).isNotEqualTo("0");
    }

    @Test
    void negativeRate_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.ofBytesPerSecond(-1))
                .withMessageContaining("-1");
    }
}

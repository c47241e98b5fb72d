package io.hdfsthrottle.coordinator.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.hdfsthrottle.coordinator.feature.Feature;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What holds for the settings of every feature. */
public abstract class FeatureSettingsTest<S> {
    private final Feature feature;
    private final Function<SettingsReader, S> reading;
    private final S off;
    private final String given;
    private final S read;
    private final String refused;

    /**
     * For that feature.
     *
     * @param off what its settings are by default
     * @param given a line {@code KEY = VALUE} for every key, and for others that they need
     * @param read what they mean
     * @param refused lines {@code KEY = VALUE -> GOOD}: values that are refused, and what the message says instead
     */
    protected FeatureSettingsTest(
            Feature feature, Function<SettingsReader, S> reading, S off, String given, S read, String refused) {
        this.feature = feature;
        this.reading = reading;
        this.off = off;
        this.given = given;
        this.read = read;
        this.refused = refused;
    }

    /** What these settings mean. */
    protected final S settings(Map<String, String> set) {
        return reading.apply(Settings.of(feature, set));
    }

    @Test
    final void byDefault_itIsOff() {
        assertThat(settings(Map.of())).isEqualTo(off);
    }

    @Test
    final void everyKey_isReadIntoItsPlace() {
        Map<String, String> all = given.lines()
                .map(line -> List.of(line.split(" = ", 2)))
                .collect(Collectors.toMap(parts -> parts.get(0), parts -> parts.get(1)));
        assertThat(all.keySet()).containsAll(feature.defaults().keySet());
        assertThat(settings(all)).isEqualTo(read);
    }

    @TestFactory
    final Stream<DynamicTest> wrongValue_isRefusedWithAGoodOneAndWhereItWasRead() {
        return refused.lines().map(line -> {
            String[] parts = line.split(" = | -> ", 3);
            return dynamicTest(line, () -> assertThatExceptionOfType(RefusedSetting.class)
                    .isThrownBy(() -> settings(Map.of(parts[0], parts[1])))
                    .withMessageContainingAll(parts[0] + " = " + parts[1], parts[2], Settings.SOURCE)
                    .satisfies(each -> assertThat(each.getMessage()).doesNotContain("\n")));
        });
    }
}

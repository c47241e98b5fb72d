package io.hdfsthrottle.coordinator.feature.launch.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Form.Filled;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FormTest {
    private static final OptionalInt UNSAID = OptionalInt.empty();

    @Test
    void whatIsNotSaid_isAsTheFormHasIt() {
        Filled filled = Orders.FORM.filled(UNSAID, UNSAID, UNSAID, Optional.empty(), Map.of("input", "hdfs:/a"));
        assertThat(filled).isEqualTo(new Filled(1, 1, 2, 1_024, Map.of("input", "hdfs:/a", "more", "")));
    }

    @ParameterizedTest
    @CsvSource({
        "0,1,1,1g,disks",
        "5,1,1,1g,disks",
        "1,4,1,1g,nodes",
        "1,1,9,1g,cores",
        "1,1,1,9g,memory",
        "1,1,1,511m,memory",
        "1,1,1,1t,memory",
        "1,1,1,9999999g,memory"
    })
    void whatIsOutOfBounds_isRefusedByName(int disks, int nodes, int cores, String memory, String field) {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Orders.FORM.filled(
                        OptionalInt.of(disks),
                        OptionalInt.of(nodes),
                        OptionalInt.of(cores),
                        Optional.of(memory),
                        Map.of("input", "hdfs:/a")))
                .satisfies(refused -> assertThat(refused.field()).isEqualTo(field));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "", "hdfs:/a\nb", "hdfs:/A"})
    void argumentThatDoesNotMatch_isRefusedWithAGoodOne(String input) {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Orders.FORM.filled(UNSAID, UNSAID, UNSAID, Optional.empty(), Map.of("input", input)))
                .withMessageContainingAll("arguments.input", "hdfs:/in");
    }

    @Test
    void argumentThatIsMissing_unknownOrTooLong_isRefused() {
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Orders.FORM.filled(UNSAID, UNSAID, UNSAID, Optional.empty(), Map.of()))
                .withMessageContaining("arguments.input");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Orders.FORM.filled(
                        UNSAID, UNSAID, UNSAID, Optional.empty(), Map.of("input", "hdfs:/a", "mode", "x")))
                .withMessageContainingAll("mode", "input, more");
        assertThatExceptionOfType(InvalidInput.class)
                .isThrownBy(() -> Orders.FORM.filled(
                        UNSAID,
                        UNSAID,
                        UNSAID,
                        Optional.empty(),
                        Map.of("input", "hdfs:/" + "a".repeat(Form.LONGEST_VALUE))))
                .withMessageContaining("arguments.input");
    }

    @Test
    void memory_isWrittenAsItIsRead() {
        assertThat(Form.written(Form.mebibytes("1536m"))).isEqualTo("1536m");
        assertThat(Form.written(Form.mebibytes("2048m"))).isEqualTo("2g");
    }
}

package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class VersionsTest {

    @Test
    void withoutAChoice_itIsTheOldestPair() {
        assertThat(Versions.of(Map.of())).isEqualTo(new Versions("3.4", "3.5"));
    }

    @Test
    void choice_isKept() {
        assertThat(Versions.of(Map.of("HDFS_THROTTLE_HADOOP", "3.5", "HDFS_THROTTLE_SPARK", "4.2")))
                .isEqualTo(new Versions("3.5", "4.2"));
    }

    @Test
    void versionThatIsNotSupported_isNamedWithAGoodOne() {
        assertThatThrownBy(() -> Versions.of(Map.of("HDFS_THROTTLE_SPARK", "2.4")))
                .hasMessageContaining("HDFS_THROTTLE_SPARK: '2.4' is not among")
                .hasMessageContaining("write for instance 3.5");
    }
}

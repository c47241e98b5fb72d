package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class VersionsTest {

    @Test
    void withoutAChoice_oldestMeetsOldest_andNewestNewest() {
        assertThat(Versions.of(Map.of()).sparksAndHadoops())
                .containsExactly(List.of("3.5", "3.4"), List.of("4.2", "3.5"));
    }

    @Test
    void whatIsChosen_isCombined() {
        assertThat(Versions.of(Map.of("HDFS_THROTTLE_HADOOP", "3.5")).sparksAndHadoops())
                .containsExactly(List.of("3.5", "3.5"), List.of("4.2", "3.5"));
        assertThat(Versions.of(Map.of("HDFS_THROTTLE_HADOOP", "3.4", "HDFS_THROTTLE_SPARK", "4.2"))
                        .sparksAndHadoops())
                .containsExactly(List.of("4.2", "3.4"));
    }

    @Test
    void versionBetweenOldestAndNewest_canBeChosen() {
        assertThat(Versions.of(Map.of("HDFS_THROTTLE_HADOOP", "3.4", "HDFS_THROTTLE_SPARK", "4.0,4.1"))
                        .sparksAndHadoops())
                .containsExactly(List.of("4.0", "3.4"), List.of("4.1", "3.4"));
    }

    @Test
    void unknownVersion_isRefusedWithTheVariableAndWhatWouldDo() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Versions.of(Map.of("HDFS_THROTTLE_SPARK", "3.4")))
                .withMessage("HDFS_THROTTLE_SPARK: '3.4' is not among [3.5, 3.5-scala-2.13, 4.0, 4.1, 4.2]; write"
                        + " for instance 3.5");
    }
}

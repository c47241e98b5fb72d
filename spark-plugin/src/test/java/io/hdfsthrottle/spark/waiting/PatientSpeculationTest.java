package io.hdfsthrottle.spark.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

final class PatientSpeculationTest {

    private final SparkConf conf = new SparkConf(false).set("spark.speculation", "true");

    @Test
    void speculationThatIsOff_isLeftAlone() {
        conf.set("spark.speculation", "false");

        assertThat(PatientSpeculation.arrange(conf)).isEmpty();
        assertThat(conf.getAll()).hasSize(1);
        assertThat(PatientSpeculation.isImpatient(conf)).isFalse();
    }

    @Test
    void speculationThatIsOn_isMadePatientOnce() {
        assertThat(PatientSpeculation.isImpatient(conf)).isTrue();
        assertThat(PatientSpeculation.arrange(conf))
                .containsExactly(
                        "spark.speculation.minTaskRuntime=30s",
                        "spark.speculation.efficiency.processRateMultiplier=0.1",
                        "spark.speculation.efficiency.longRunTaskFactor=100");
        assertThat(conf.get("spark.speculation.minTaskRuntime")).isEqualTo("30s");
        assertThat(PatientSpeculation.isImpatient(conf)).isFalse();
        assertThat(PatientSpeculation.arrange(conf)).isEmpty();
    }

    @Test
    void whatTheApplicationSets_counts() {
        conf.set("spark.speculation.minTaskRuntime", "100ms");

        assertThat(PatientSpeculation.arrange(conf)).hasSize(2);
        assertThat(conf.get("spark.speculation.minTaskRuntime")).isEqualTo("100ms");
        assertThat(PatientSpeculation.isImpatient(conf)).isTrue();
    }
}

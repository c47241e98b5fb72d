package io.hdfsthrottle.bench.scenario.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ToldTest {

    private static final String EXPLAINED = """
        {"application": "app-1", "explanation": {"cause": "share", "sentence": "app-1 was held back.",
         "causes": [{"cause": "share", "partPercent": 74.9}, {"cause": "moved", "partPercent": 25.1}],
         "remarks": [{"remark": "oneNode"}], "disks": [{"capacityBytesPerSecond": 7},
         {"capacityBytesPerSecond": null}], "rules": [{"rule": "etl", "verdict": "no"}]}}
        """;

    @Test
    void causesFindingsAndVerdicts_areRead() throws IOException {
        Told told = Told.of(JSON.std.mapFrom(EXPLAINED));

        assertThat(told.cause()).isEqualTo("share");
        assertThat(told.percents()).isEqualTo(Map.of("share", 74.9, "moved", 25.1));
        assertThat(told.percent("unknown")).isZero();
        assertThat(told.findings()).isEqualTo(List.of("oneNode", "etl: no"));
        assertThat(told.found("staleGrant|oneNode")).isTrue();
        assertThat(told.found("slowDisk")).isFalse();
    }
}

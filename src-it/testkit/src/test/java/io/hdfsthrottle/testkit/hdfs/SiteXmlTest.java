package io.hdfsthrottle.testkit.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class SiteXmlTest {

    @Test
    void of_escapesWhatXmlWouldRead() {
        assertThat(SiteXml.of(Map.of("key", "a<b & c")))
                .contains("<property><name>key</name><value>a&lt;b &amp; c</value></property>");
    }
}

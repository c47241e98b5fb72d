package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.cli.HdfsThrottle;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code hdfs-throttle offers} prints for Spark and YARN, as their own classes read it. */
final class OfferedUnitsTest {

    private static final String NAME = "hdfs-bandwidth";
    private static final Path CONF = Path.of("..", "conf", "yarn");

    private OfferingCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new OfferingCoordinator();
    }

    @AfterEach
    void stop() {
        coordinator.close();
        ResourceUtils.resetResourceTypes();
        ResourceUtils.resetNodeResources();
    }

    private String offers(String option) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = HdfsThrottle.run(
                HdfsThrottle.commands(),
                new PrintWriter(out),
                new PrintWriter(err, true),
                "offers",
                option,
                "--host",
                "dn1",
                "--coordinator",
                coordinator.url());
        assertThat(code).as(err.toString()).isZero();
        assertThat(err.toString()).isEmpty();
        return out.toString();
    }

    @Test
    void spark_readsOneAddressForEachUnit() {
        org.apache.spark.resource.ResourceInformation read =
                org.apache.spark.resource.ResourceInformation.parseJson(offers("--spark"));
        assertThat(read.name()).isEqualTo(NAME);
        assertThat(read.addresses()).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void yarn_readsTheUnitsOfTheNode() {
        Configuration node = yarn();
        node.addResource(new ByteArrayInputStream(offers("--yarn").getBytes(StandardCharsets.UTF_8)));
        assertThat(ofTheNode(node)).isEqualTo(12);
    }

    @Test
    void yarn_readsTheExamples() {
        Configuration node = yarn();
        node.addResource(new org.apache.hadoop.fs.Path(
                CONF.resolve("node-resources.xml").toAbsolutePath().toString()));
        assertThat(ofTheNode(node)).isEqualTo(12);
    }

    private static Configuration yarn() {
        Configuration yarn = new Configuration(false);
        yarn.addResource(new org.apache.hadoop.fs.Path(
                CONF.resolve("resource-types.xml").toAbsolutePath().toString()));
        return yarn;
    }

    private static long ofTheNode(Configuration node) {
        Map<String, ResourceInformation> types = ResourceUtils.resetResourceTypes(node);
        assertThat(types).containsKey(NAME);
        ResourceUtils.resetNodeResources();
        return ResourceUtils.getNodeResourceInformation(node).get(NAME).getValue();
    }
}

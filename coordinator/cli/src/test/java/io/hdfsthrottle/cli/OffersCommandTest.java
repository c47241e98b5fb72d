package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is free of disks, as people and as schedulers read it. */
final class OffersCommandTest {
    /** 64 and 61 MiB/s are free on one host, nothing is known of the other. */
    private static final String NODES = """
            {"nodes":[
              {"node":"dn1.example.com:9866","volumes":[
                {"volume":"DS-1","capacityBytesPerSecond":104857600,"reservedBytesPerSecond":30000000,"freeToReserveBytesPerSecond":67108864,"movedBytesPerSecond":7,"freeNowBytesPerSecond":104857593},
                {"volume":"DS-2","capacityBytesPerSecond":104857600,"reservedBytesPerSecond":30000000,"freeToReserveBytesPerSecond":63963136,"movedBytesPerSecond":0,"freeNowBytesPerSecond":104857600}]},
              {"node":"dn2.example.com:9866","volumes":[
                {"volume":"DS-3","capacityBytesPerSecond":null,"reservedBytesPerSecond":0,"freeToReserveBytesPerSecond":null,"movedBytesPerSecond":5,"freeNowBytesPerSecond":null}]}]}
            """;

    private ScriptedCoordinator coordinator;

    @BeforeEach
    void start() throws Exception {
        coordinator = new ScriptedCoordinator().then(200, "", NODES);
    }

    @AfterEach
    void stop() {
        coordinator.close();
    }

    @Test
    void people_seeEveryVolume() {
        assertThat(coordinator.run("offers")).isEqualTo("""
                0 NODE                  VOLUME  CAPACITY B/s  RESERVED  FREE TO RESERVE  MOVED LATELY  FREE NOW
                dn1.example.com:9866  DS-1    104857600     30000000  67108864         7             104857593
                dn1.example.com:9866  DS-2    104857600     30000000  63963136         0             104857600
                dn2.example.com:9866  DS-3    unknown       0         -                5             -
                """);
        assertThat(coordinator.requests()).singleElement().asString().startsWith("GET /v1/nodes?limit=1000 ");
    }

    @Test
    void spark_isOfferedWholeUnits() throws Exception {
        String said = coordinator.run("offers", "--spark", "--host", "dn1");
        assertThat(said).startsWith("0 ");
        JsonObject information = JsonObject.parse(said.substring(2));
        assertThat(information.names()).containsExactlyInAnyOrder("name", "addresses");
        assertThat(information.text("name")).isEqualTo("hdfs-bandwidth");
        assertThat(information.texts("addresses", 100))
                .hasSize(12)
                .startsWith("0", "1")
                .doesNotHaveDuplicates();
    }

    @Test
    void unitAndName_areTheOnesAskedFor() {
        assertThat(coordinator.run("offers", "--spark", "--host", "DN1.example.com", "--unit", "50m", "--name", "disk"))
                .isEqualTo("0 {\"name\":\"disk\",\"addresses\":[\"0\",\"1\"]}\n");
    }

    @Test
    void nodeManager_isOfferedThemAsAResourceType() throws Exception {
        String said = coordinator.run("offers", "--yarn", "--host", "dn1.example.com");
        var document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(said.substring(2).getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("name").item(0).getTextContent())
                .isEqualTo("yarn.nodemanager.resource-type.hdfs-bandwidth");
        assertThat(document.getElementsByTagName("value").item(0).getTextContent())
                .isEqualTo("12");
    }

    /** As RFC 6902 has it: a list of operations; a slash in a member's name is {@code ~1} (RFC 6901). */
    @Test
    void kubernetes_isOfferedThemByAPatch() throws Exception {
        String said = coordinator.run("offers", "--kubernetes", "dn1.example.com");
        assertThat(said).matches(Pattern.compile("0 \\[.*]\n", Pattern.DOTALL));
        List<JsonObject> operations =
                JsonObject.parse("{\"patch\":" + said.substring(2) + "}").objects("patch", 10);
        assertThat(operations).singleElement().satisfies(operation -> {
            assertThat(operation.names()).containsExactlyInAnyOrder("op", "path", "value");
            assertThat(operation.text("op")).isEqualTo("add");
            assertThat(operation.text("path").split("/", -1))
                    .containsExactly("", "status", "capacity", "hdfsthrottle.io~1hdfs-bandwidth");
            assertThat(operation.text("value")).isEqualTo("12");
        });
    }

    @Test
    void unknownCapacity_isToldAndNotOffered() {
        assertThat(coordinator.run("offers", "--spark", "--host", "dn2.example.com"))
                .isEqualTo("""
                        0 {"name":"hdfs-bandwidth","addresses":[]}
                        hdfs-throttle: the capacity of 1 of 1 volumes is not known yet, and nothing of them is offered
                        """);
    }

    @Test
    void hostWithoutADataNode_isAFailure() {
        assertThat(coordinator.run("offers", "--spark", "--host", "dn"))
                .startsWith("1 hdfs-throttle: no DataNode of dn reports");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--spark --unit fast | --unit",
                "--spark --unit 0 | --unit",
                "--spark --unit 1k | --unit",
                "--spark --name Disk | --name",
                "--kubernetes dn1 --vendor kubernetes.io | --vendor",
                "--kubernetes dn1 --vendor a/b | --vendor",
                "--spark --yarn | mutually exclusive"
            })
    void whatCannotBe_isRefusedByName(String options, String named) {
        String all = "offers " + options + (options.contains("--kubernetes") ? "" : " --host dn1");
        assertThat(coordinator.run(all.split(" ", -1)))
                .startsWith("2 hdfs-throttle: ")
                .contains(named);
    }
}

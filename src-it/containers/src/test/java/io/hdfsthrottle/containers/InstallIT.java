package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.containers.FollowedPage.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Follows docs/install.md as written, with a cluster and the tarball, and nothing else. */
@NeedsDocker
@Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class InstallIT {

    private static final Duration PROMISED = Duration.ofMinutes(10);
    private static final Pattern TENANT = Pattern.compile("spark\\.hdfs\\.throttle\\.tenant=(\\w+)");
    private static final String HOOK = "Hadoop:service=DataNode,name=HdfsThrottle";

    /** Every file and link of a Hadoop installation: name, kind, owner, mode, where it leads or what it holds. */
    private static final String EVERYTHING_OF_HADOOP = "cd /opt/hadoop && find . -printf '%p %y %u:%g %m %l\\n' | sort"
            + " && find . -type f -print0 | sort -z | xargs -0 sha256sum";

    private final Distribution distribution = Distribution.built();
    private final Transcript transcript = Transcript.in(Path.of("target/install.txt"));

    @Test
    void installDocumentAsWritten_throttlesAClusterInTenMinutesAndGivesItBack() {
        FollowedPage page = distribution.page("docs/install.md").by("by-hand");
        Predicate<Command> removes = command -> command.section().startsWith("Remove");
        FollowedPage install = page.with(removes.negate());
        try (Fleet fleet = Fleet.start(new Images())) {
            List.of("coordinator1", "dn1", "dn2", "dn3", "spark")
                    .forEach(name -> fleet.host(name).receive(distribution.tarball()));
            Set<String> before = hadoop(fleet);

            Duration took = transcript.follow(install, fleet);
            assertThat(took).as("from the tarball to a throttled cluster").isLessThan(PROMISED);
            threeNodesPace(fleet);
            sparkJobRanInItsTenant(install, fleet);

            transcript.follow(page.with(removes), fleet);
            assertThat(differences(before, hadoop(fleet)))
                    .as("what is not in /opt/hadoop as it was")
                    .isEmpty();
            stockClusterServes(fleet);
        }
    }

    /** A line for each file of each DataNode, the host's name before it. */
    private static Set<String> hadoop(Fleet fleet) {
        return Fleet.DATA_NODES.stream()
                .flatMap(name ->
                        fleet.host(name).output(EVERYTHING_OF_HADOOP).lines().map(line -> name + " " + line))
                .collect(Collectors.toSet());
    }

    private static Set<String> differences(Set<String> before, Set<String> after) {
        Set<String> differences = new TreeSet<>();
        Stream.concat(before.stream(), after.stream())
                .filter(line -> !before.contains(line) || !after.contains(line))
                .forEach(differences::add);
        return differences;
    }

    /** The page ends shadow with its last command, which nodes report within seconds. */
    private static void threeNodesPace(Fleet fleet) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            Map<String, Object> answer = JSON.std.mapFrom(fleet.host("coordinator1")
                    .output("/opt/hdfs-throttle/bin/hdfs-throttle nodes --json --coordinator http://coordinator1:9880"
                            + " --token-file /etc/hdfs-throttle/admin.token"));
            assertThat(objects(answer, "nodes"))
                    .hasSize(Fleet.DATA_NODES.size())
                    .allSatisfy(node ->
                            assertThat(node).containsEntry("answering", true).containsEntry("state", "pacing"));
        });
    }

    /** DataNodes served the document's job as the tenant that its command names: the tag came through. */
    private static void sparkJobRanInItsTenant(FollowedPage install, Fleet fleet) {
        Matcher tenant = TENANT.matcher(install.commands().stream()
                .filter(command -> command.hosts().contains("spark"))
                .map(Command::script)
                .reduce("", String::concat));
        assertThat(tenant.find())
                .as("a Spark job with spark.hdfs.throttle.tenant")
                .isTrue();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(bytesOf(tenant.group(1), fleet))
                .as("bytes of tenant %s", tenant.group(1))
                .isPositive());
    }

    /** What all DataNodes have moved for that tenant. */
    static double bytesOf(String tenant, Fleet fleet) {
        return Fleet.DATA_NODES.stream()
                .flatMap(name -> beans(fleet.host(name), HOOK).stream())
                .flatMap(bean -> objects(bean, "Tenants").stream())
                .filter(figures -> tenant.equals(figures.get("tenant")))
                .mapToDouble(figures -> ((Number) figures.get("bytes")).doubleValue())
                .sum();
    }

    private static void stockClusterServes(Fleet fleet) {
        for (String name : Fleet.DATA_NODES) {
            Host dataNode = fleet.host(name);
            await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> !beans(
                            dataNode, "Hadoop:service=DataNode,name=DataNodeInfo")
                    .isEmpty());
            assertThat(beans(dataNode, HOOK)).as("the hook on " + name).isEmpty();
            assertThat(dataNode.output("ps -o user= -C java").strip()).isEqualTo("hdfs");
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> fleet.askHdfs("dfsadmin -report -live").contains("Live datanodes (3)"));
        fleet.askHdfs("dfs -cp /words /more");
        assertThat(fleet.askHdfs("dfs -cat /more"))
                .isEqualTo(fleet.host("namenode").output("cat /tmp/words"));
    }

    private static List<Map<String, Object>> beans(Host dataNode, String name) {
        try {
            return objects(
                    JSON.std.mapFrom(dataNode.output("curl -sS --fail 'http://localhost:9864/jmx?qry=" + name + "'")),
                    "beans");
        } catch (IOException strange) {
            throw new IllegalStateException("/jmx", strange);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Map<String, Object> parent, String key) {
        Object list = parent.get(key);
        return list == null ? List.of() : (List<Map<String, Object>>) list;
    }
}

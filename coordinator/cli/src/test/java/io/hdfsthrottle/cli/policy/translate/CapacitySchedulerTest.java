package io.hdfsthrottle.cli.policy.translate;

import static io.hdfsthrottle.cli.policy.translate.Translated.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CapacitySchedulerTest {
    private static final String ROOT = "yarn.scheduler.capacity.root.";

    /** A file with these properties, each on a line of its own, the first on line 2. */
    private static String file(String... namesAndValues) {
        StringBuilder file = new StringBuilder("<configuration>\n");
        for (int i = 0; i < namesAndValues.length; i += 2) {
            file.append("<property><name>")
                    .append(namesAndValues[i])
                    .append("</name><value>")
                    .append(namesAndValues[i + 1])
                    .append("</value></property>\n");
        }
        return file + "</configuration>\n";
    }

    private static Translated translated(String... namesAndValues) {
        return new Translated(Format.YARN_CAPACITY, file(namesAndValues));
    }

    @Test
    void percentagesThatSumToAHundred_areInTheRatioOfPriorities_ofNestedQueuesTheProducts() {
        Translated translated = translated(
                ROOT + "queues", "default, eng ,ops",
                ROOT + "capacity", "100",
                ROOT + "default.capacity", "20",
                ROOT + "eng.capacity", "50.0",
                ROOT + "ops.capacity", "30%",
                ROOT + "eng.queues", "etl,adhoc",
                ROOT + "eng.etl.capacity", "60",
                ROOT + "eng.adhoc.capacity", "40",
                ROOT + "ops.state", "RUNNING",
                ROOT + "ops.maximum-capacity", "80",
                ROOT + "ops.user-limit-factor", "1");

        assertThat(translated.tenants()).containsExactly("default 2", "eng.etl 3", "eng.adhoc 2", "ops 3");
        assertThat(translated.comments())
                .contains(
                        "file, line 5: queue eng is no tenant",
                        "file, line 11: " + ROOT
                                + "ops.maximum-capacity = 80 has no counterpart; what there is, is a rate"
                                + " of disks: limitBytesPerSecond",
                        "file, line 12: " + ROOT + "ops.user-limit-factor = 1 has no counterpart")
                .doesNotContain("state", "sum to", "re-replication");
    }

    @Test
    void absoluteResources_countByTheirMemory() {
        Translated translated = translated(
                ROOT + "queues", "default,a,b",
                ROOT + "default.capacity", "[memory=10240,vcores=12]",
                ROOT + "a.capacity", "[memory=20Gi,vcores=1]",
                ROOT + "b.capacity", "[vcores=3, memory=10240Mi]");

        assertThat(translated.tenants()).containsExactly("default 1", "a 2", "b 1");
        assertThat(translated.comments())
                .contains("line 3: queue default: of capacity [memory=10240,vcores=12], the memory");
    }

    @Test
    void weights_areInProportion_andWhatPrioritiesCannotSayIsTold() {
        Translated translated = translated(
                ROOT + "queues", "default,big",
                ROOT + "default.capacity", "1w",
                ROOT + "big.capacity", "999w");

        assertThat(translated.tenants()).containsExactly("default 1", "big 100");
        assertThat(translated.comments())
                .contains(
                        "line 3: queue default has 0.10 % of the cluster; priority 1 is 0.99 % of all",
                        "such ratios need priorities up to 100, and HDFS's own tenants have 10: slow re-replication risks");
    }

    @Test
    void percentagesThatDoNotSumToAHundred_andAQueueWithout_areTold() {
        Translated translated =
                translated(ROOT + "queues", "default,a,b", ROOT + "default.capacity", "60", ROOT + "a.capacity", "30");

        assertThat(translated.tenants()).containsExactly("default 100", "a 50", "b 1");
        assertThat(translated.comments())
                .contains("queues in root sum to 90.0, not to 100", "line 2: queue b has no capacity");
    }

    @Test
    void queueMappings_becomeRules_inTheirOrder() {
        Translated translated = translated(
                ROOT + "queues",
                "default,eng,users",
                ROOT + "default.capacity",
                "20",
                ROOT + "eng.capacity",
                "30",
                ROOT + "users.capacity",
                "50",
                ROOT + "users.queues",
                "alice,bob",
                ROOT + "users.alice.capacity",
                "50",
                ROOT + "users.bob.capacity",
                "50",
                "yarn.scheduler.capacity.queue-mappings",
                "u:carol:eng, g:analysts:root.users.bob,u:%user:root.users.%user,u:dave:nowhere,"
                        + "u:%user:%primary_group.%user,u:%user:default",
                "yarn.scheduler.queue-placement-rules.app-name",
                "nightly:eng",
                "yarn.scheduler.capacity.queue-mappings-override.enable",
                "false");

        assertThat(translated.rules())
                .containsExactly(
                        "user-carol {user=carol} eng",
                        "group-analysts {group=analysts} users.bob",
                        "user-alice {user=alice} users.alice",
                        "user-bob {user=bob} users.bob",
                        "everybody {} default",
                        "applicationName-nightly {applicationName=nightly} eng");
        assertThat(translated.comments())
                .contains(
                        "line 9: queue mapping u:dave:nowhere names no leaf of this file",
                        "line 9: queue mapping u:%user:%primary_group.%user has no counterpart",
                        "line 9: queue mapping u:%user:root.users.%user becomes a rule for each queue",
                        "line 11: yarn.scheduler.capacity.queue-mappings-override.enable = false has no counterpart");
    }

    @Test
    void mappingsThatWouldMatchOthers_orAreNone_areRefused() {
        for (String mapping :
                new String[] {"u:*:default", "u:a?:default", "u:a b:default", "x:a:default", "alice", "u:a"}) {
            assertRefused(
                            Format.YARN_CAPACITY,
                            file(ROOT + "queues", "default", "yarn.scheduler.capacity.queue-mappings", mapping))
                    .hasMessageStartingWith("file, line 3: ");
        }
    }

    @Test
    void capacitiesThatAreNone_orOfDifferentKinds_areRefused() {
        for (String capacity : new String[] {"${x}", "-3", "30 mb", "", "[vcores=2]", "1e9", "[memory=lots]"}) {
            assertRefused(Format.YARN_CAPACITY, file(ROOT + "queues", "default", ROOT + "default.capacity", capacity))
                    .hasMessageStartingWith("file, line 3: queue default: capacity '")
                    .hasMessageContaining("good values are 30, 2w and [memory=10240,vcores=10]");
        }
        assertRefused(
                        Format.YARN_CAPACITY,
                        file(ROOT + "queues", "a,b", ROOT + "a.capacity", "30", ROOT + "b.capacity", "2w"))
                .hasMessageContaining("together");
        assertRefused(Format.YARN_CAPACITY, file("a", "b")).hasMessageContaining(ROOT + "queues; a good value is");
        assertRefused(Format.YARN_CAPACITY, file(ROOT + "queues", "a b"))
                .hasMessageContaining("file, line 2: queue 'a b' is no name of a tenant")
                .hasMessageContaining("for example a-b");
    }
}

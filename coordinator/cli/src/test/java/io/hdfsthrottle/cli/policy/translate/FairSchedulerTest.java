package io.hdfsthrottle.cli.policy.translate;

import static io.hdfsthrottle.cli.policy.translate.Translated.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FairSchedulerTest {
    private static final String FILE = """
            <?xml version="1.0"?>
            <allocations>
              <queue name="sample_queue">
                <minResources>10000 mb,0vcores</minResources>
                <maxResources>90000 mb,0vcores</maxResources>
                <maxRunningApps>50</maxRunningApps>
                <weight>2.0</weight>
                <schedulingPolicy>fair</schedulingPolicy>
                <queue name="etl">
                  <aclSubmitApps>charlie</aclSubmitApps>
                  <weight>3</weight>
                </queue>
                <queue name="reports"/>
              </queue>
              <queue name="alice"/>
              <pool name="default"/>
              <queueMaxAMShareDefault>0.5</queueMaxAMShareDefault>
              <user name="sample_user">
                <maxRunningApps>30</maxRunningApps>
              </user>
              <queuePlacementPolicy>
                <rule name="user" create="false"/>
                <rule name="primaryGroup" create="false"/>
                <rule name="nestedUserQueue">
                  <rule name="secondaryGroupExistingQueue" create="false"/>
                </rule>
                <rule name="default" queue="sample_queue.reports"/>
                <rule name="reject"/>
              </queuePlacementPolicy>
            </allocations>
            """;

    private static Translated translated(String text) {
        return new Translated(Format.YARN_FAIR, text);
    }

    @Test
    void nestedQueues_becomeTenants_withPrioritiesByTheirPartsOfTheCluster() {
        assertThat(translated(FILE).tenants())
                .as("2/4 x 3/4, 2/4 x 1/4, 1/4, 1/4")
                .containsExactly("sample_queue.etl 3", "sample_queue.reports 1", "alice 2", "default 2");
    }

    @Test
    void placementRules_becomeRules_inTheirOrder() {
        assertThat(translated(FILE).rules())
                .containsExactly(
                        "user-alice {user=alice} alice",
                        "group-alice {group=alice} alice",
                        "everybody {} sample_queue.reports");
    }

    @Test
    void whatDoesNotTranslate_isNamedWithItsLine_andWhatThereIsInstead() {
        assertThat(translated(FILE).comments())
                .contains(
                        "file, line 3: queue sample_queue is no tenant",
                        "file, line 4: queue sample_queue: minResources 10000 mb,0vcores has no counterpart; what there is,"
                                + " is a rate of disks: reservationBytesPerSecond",
                        "file, line 5: queue sample_queue: maxResources 90000 mb,0vcores has no counterpart;",
                        "file, line 6: queue sample_queue: maxRunningApps 50 has no counterpart",
                        "file, line 8: ",
                        "file, line 10: queue sample_queue.etl: aclSubmitApps charlie",
                        "file, line 17: queueMaxAMShareDefault 0.5",
                        "file, line 18: user sample_user",
                        "file, line 24: placement rule nestedUserQueue with a rule in it",
                        "file, line 28: placement rule reject is never reached")
                .doesNotContain("line 7:");
    }

    @Test
    void queuesBelowRoot_areThoseOfTheFile_andSpecifiedKeepsTheLastRuleFromMatchingEverybody() {
        Translated translated = translated("""
                <allocations>
                  <queue name="root">
                    <queue name="prod"><weight>40</weight></queue>
                    <queue name="dev"><weight>60</weight></queue>
                  </queue>
                  <queuePlacementPolicy>
                    <rule name="specified"/>
                    <rule name="default" queue="root.dev"/>
                  </queuePlacementPolicy>
                </allocations>
                """);

        assertThat(translated.tenants()).containsExactly("prod 2", "dev 3");
        assertThat(translated.rules()).isEmpty();
        assertThat(translated.comments())
                .contains(
                        "line 7: placement rule specified is no rule",
                        "spark.hdfs.throttle.tenant",
                        "line 8: placement rule default of queue dev is no rule",
                        "there is no queue default");
    }

    @Test
    void hostileNames_areRefused_withTheLineAndAGoodName() {
        for (String name : new String[] {"a b", "&lt;script&gt;", "../etc", "a\tb", "x".repeat(65), "&#x202e;b"}) {
            assertRefused(Format.YARN_FAIR, "<allocations>\n<queue name=\"" + name + "\"/></allocations>")
                    .hasMessageStartingWith("file, line 2: ")
                    .hasMessageContaining("name");
        }
        assertRefused(
                        Format.YARN_FAIR,
                        "<allocations><queue name='hdfs'><queue name='balancer'/></queue></allocations>")
                .hasMessageContaining("HDFS's own work");
        assertRefused(Format.YARN_FAIR, "<allocations><queue name='a'/>\n<queue name='a'/></allocations>")
                .hasMessageStartingWith("file, line 2: queue 'a' is there twice");
    }

    @Test
    void documentTypesAndEntities_areRefused_andNothingElseIsRead() {
        String type = "<!DOCTYPE allocations [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n";
        assertRefused(Format.YARN_FAIR, type + "<allocations><queue name='&x;'/></allocations>")
                .hasMessageContaining("<!DOCTYPE");
        assertRefused(Format.YARN_FAIR, "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><allocations/>")
                .hasMessageContaining("<!DOCTYPE");
        assertRefused(Format.YARN_FAIR, "<allocations><queue name='a'><weight>&x;</weight></queue></allocations>")
                .hasMessageContaining("file, line 1: ");
    }

    @Test
    void documentThatIsNone_isRefused_withItsLine() {
        assertRefused(Format.YARN_FAIR, "<allocations>\n<queue name='a'>\n</allocations>")
                .hasMessageStartingWith("file, line 3: this is not XML: ");
        assertRefused(Format.YARN_FAIR, "").hasMessageContaining("this is not XML");
        assertRefused(Format.YARN_FAIR, "<configuration/>").hasMessageContaining("it has to be <allocations>");
        assertRefused(Format.YARN_FAIR, "<allocations/>").hasMessageContaining("there is no <queue>");
        assertRefused(Format.YARN_FAIR, "<allocations>" + "<a>".repeat(100) + "</allocations>")
                .hasMessageContaining("nested more than 64 deep");
        for (String weight : new String[] {"-1", "NaN", "many", "Infinity", ""}) {
            assertRefused(
                            Format.YARN_FAIR,
                            "<allocations><queue name='a'><weight>" + weight + "</weight></queue></allocations>")
                    .hasMessageContaining("a good value is 2.0");
        }
    }

    @Test
    void fileWithManyQueues_isRefusedWhereTheyAreTooMany_andWithManyRemarksSaysHowManyMore() {
        StringBuilder queues = new StringBuilder("<allocations>");
        for (int i = 0; i < 1_000; i++) {
            queues.append("<queue name='q").append(i).append("'/>");
        }
        assertRefused(Format.YARN_FAIR, queues + "</allocations>").hasMessageContaining("more than 995 tenants");

        assertThat(translated("<allocations><queue name='default'>" + "<maxAMShare>1</maxAMShare>".repeat(1_500)
                                + "</queue></allocations>")
                        .comments())
                .endsWith("501 more lines do not translate");
    }
}

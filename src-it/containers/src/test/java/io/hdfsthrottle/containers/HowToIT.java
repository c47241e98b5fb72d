package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.containers.FollowedPage.Command;
import io.hdfsthrottle.containers.Host.Answer;
import io.hdfsthrottle.gaps.Tier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Follows the pages that tell operators and users how to do something as written, one after the other on one cluster
 * where docs/install.md was followed, with systemd. {@link InstallIT} judges what that page gives.
 */
@NeedsDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HowToIT {

    private static final List<String> INSTALLED = List.of("coordinator1", "coordinator2", "dn1", "dn2", "dn3", "spark");
    private static final List<String> UPGRADED = List.of("coordinator1", "coordinator2", "dn1");

    private final Distribution distribution = Distribution.built();
    private final Transcript transcript = Transcript.in(Path.of("target/how-to.txt"));

    private Fleet fleet;

    /** What a page presumes: an ensemble, a Prometheus, the new versions of hdfs-throttle and of Hadoop, and YARN. */
    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        Tier.current()
                .needs(
                        Images.PROMETHEUS.stream().allMatch(Files::isExecutable),
                        Images.PROMETHEUS + " are not installed (package prometheus)");
        Images images = new Images();
        fleet = Fleet.start(images);
        String host = images.host();
        String unpacked = images.throttle(host, distribution.tarball());
        fleet.add("coordinator2", host);
        fleet.add("prometheus", images.prometheus(host));
        fleet.add("kdc", host);
        ZooKeepers.NAMES.forEach(name -> fleet.add(name, unpacked));
        ZooKeepers.start(fleet);
        INSTALLED.forEach(name -> fleet.host(name).receive(distribution.tarball()));
        Path other = distribution.tarballOf("NEW", folder);
        UPGRADED.forEach(name -> {
            fleet.host(name).receive(other);
            fleet.host(name)
                    .output("mkdir /opt/hdfs-throttle-OLD; tar -xzf hdfs-throttle-NEW-bin.tar.gz --strip-components=1"
                            + " -C /opt/hdfs-throttle-OLD");
        });
        fleet.host("dn2").output("cp -a /opt/hadoop /opt/hadoop-NEW");
        fleet.startYarn();

        FollowedPage install = distribution.page("docs/install.md").by("systemd");
        transcript.follow(install.with(command -> !command.section().startsWith("Remove")), fleet);
    }

    @AfterAll
    void stop() {
        if (fleet != null) {
            fleet.close();
        }
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(
            strings = {
                "docs/high-availability.md",
                "docs/upgrade.md",
                "docs/monitor.md",
                "docs/spark.md",
                "docs/troubleshoot.md"
            })
    void page_worksAsWritten(String page) {
        transcript.follow(distribution.page(page), fleet);
    }

    /** After the others, on HDFS with Kerberos: rules accept verified users only, and alice has nothing but tickets. */
    @Test
    @Order(2)
    void pageToSecure_worksAsWritten_andTicketsAndTokensCountAsItSays() {
        Realm.start(fleet);
        FollowedPage page = distribution.page("docs/secure.md");
        Predicate<Command> cancels = command -> command.script().contains("token.json");
        transcript.follow(page.with(cancels.negate()), fleet);

        Alice alice = new Alice(fleet);
        Host administrators = fleet.host("coordinator1");
        administrators.output("hdfs-throttle tenants set silver --priority 3 --kerberos;"
                + " hdfs-throttle rules set alice --user alice --tenant silver --kerberos");
        assertThat(alice.countsWords()).contains("is for tenant silver");
        await().untilAsserted(
                        () -> assertThat(InstallIT.bytesOf("silver", fleet)).isPositive());

        String token = alice.obtainsAToken();
        assertThat(alice.registersBy(token)).isEqualTo("201");
        administrators.output("echo '{\"token\":\"" + token + "\"}' > token.json");
        transcript.follow(page.with(cancels), fleet);
        assertThat(alice.registersBy(token)).as("the token was cancelled").isEqualTo("401");

        Answer without = administrators.type("kdestroy; hdfs-throttle tenants list --kerberos");
        assertThat(without.code()).as("exit code without a ticket").isNotZero();
        assertThat(without.errors()).contains("run kinit");
    }
}

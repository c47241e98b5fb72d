package io.hdfsthrottle.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.containers.Host.Answer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testcontainers.containers.Network;

/**
 * The units of conf/systemd, judged by systemd itself on a host where the distribution lies as docs/install.md says.
 */
@NeedsDocker
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SystemdUnitsIT {

    private static final String INSTALL = """
            tar -xzf hdfs-throttle-*-bin.tar.gz -C /opt
            ln -s /opt/hdfs-throttle-*/ /opt/hdfs-throttle
            useradd --system hdfs-throttle
            cp /opt/hdfs-throttle/conf/systemd/hdfs-throttle-coordinator.service /etc/systemd/system/
            mkdir /etc/systemd/system/hadoop-hdfs-datanode.service.d
            cp /opt/hdfs-throttle/conf/systemd/hdfs-throttle.conf /etc/systemd/system/hadoop-hdfs-datanode.service.d/
            printf '[Service]\\nExecStart=/bin/true\\n' > /etc/systemd/system/hadoop-hdfs-datanode.service
            """;

    @Test
    void unitsOfTheDistribution_areFaultlessToSystemd() {
        try (Network network = Network.newNetwork();
                Host host = Host.start(new Images().host(), network, "coordinator1")) {
            host.receive(Distribution.built().tarball());
            host.output(INSTALL);
            for (String unit : new String[] {"hdfs-throttle-coordinator", "hadoop-hdfs-datanode"}) {
                Answer verified =
                        host.type("systemd-analyze verify --man=no /etc/systemd/system/" + unit + ".service 2>&1");
                assertThat(verified.output()).isEmpty();
                assertThat(verified.code()).isZero();
            }
        }
    }

    @Test
    void unitWithAProgramThatIsNotThere_isFound() {
        try (Network network = Network.newNetwork();
                Host host = Host.start(new Images().host(), network, "coordinator1")) {
            host.receive(Distribution.built().tarball());
            host.output(INSTALL + "rm /opt/hdfs-throttle/sbin/host-setup");
            assertThat(host.type("systemd-analyze verify --man=no hadoop-hdfs-datanode.service")
                            .code())
                    .isNotZero();
        }
    }
}

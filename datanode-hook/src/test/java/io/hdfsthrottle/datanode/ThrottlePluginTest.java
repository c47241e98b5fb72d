package io.hdfsthrottle.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The plugin in an unexpected host or state: it does nothing that its host could notice. */
final class ThrottlePluginTest {

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final ThrottlePlugin plugin = new ThrottlePlugin();

    @AfterEach
    void stop() {
        plugin.stop();
    }

    @Test
    void hostThatIsNoDataNode_isLeftAloneAndToldWhy() throws Exception {
        plugin.start("no DataNode");
        ObjectName name = new ObjectName("Hadoop:service=DataNode,name=HdfsThrottle");
        assertThat(beans.getAttribute(name, "State")).isEqualTo("OFF");
        assertThat(beans.getAttribute(name, "Reason")).asString().contains("ClassCastException");
        plugin.stop();
        assertThat(beans.isRegistered(name)).isFalse();
    }

    @Test
    void hostThatIsNothing_isLeftAlone() {
        assertThatCode(() -> plugin.start(null)).doesNotThrowAnyException();
    }

    @Test
    void stoppingBeforeTheStartAndAgain_isNothing() {
        assertThatCode(() -> {
                    plugin.stop();
                    plugin.stop();
                    plugin.close();
                    plugin.start("no DataNode");
                    plugin.stop();
                    plugin.close();
                })
                .doesNotThrowAnyException();
    }
}

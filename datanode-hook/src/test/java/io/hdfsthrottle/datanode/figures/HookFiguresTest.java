package io.hdfsthrottle.datanode.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.datanode.ThrottlePlugin;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.observation.Volume;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HookFiguresTest {

    private static final String BEAN = "Hadoop:service=DataNode,name=HdfsThrottle";

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private TestAgents agents;

    @BeforeEach
    void open() throws Exception {
        agents = new TestAgents("100m");
    }

    @AfterEach
    void close() {
        agents.close();
    }

    @Test
    void state_isPacingThenPassingWithAReason() {
        HookFigures figures = new HookFigures(agents.agent()::state, () -> 3, () -> 7, agents.placement(), Map::of);
        assertThat(figures.getState()).isEqualTo("PACING");
        assertThat(figures.getReason()).isEmpty();
        assertThat(figures.getReinstalled()).isEqualTo(3);
        assertThat(figures.getShortCircuitReplicas()).isEqualTo(7);
        agents.agent().close();
        assertThat(figures.getState()).isEqualTo("PASSING");
        assertThat(figures.getReason()).isNotEmpty();
    }

    @Test
    void periodThatErrorsBegan_isToldWithItsEnd() throws Exception {
        HookFigures figures = new HookFigures(agents.agent()::state, () -> 0, () -> 0, agents.placement(), Map::of);
        for (int i = 0; i < 100; i++) {
            Thread failing = new Thread(() -> agents.agent().guard().failed("a test", new IllegalStateException("x")));
            failing.start();
            failing.join();
        }
        assertThat(figures.getState()).isEqualTo("PASSING");
        assertThat(figures.getReason()).contains("too many errors", "paces again in 30 s");
        assertThat(figures.getPassingPeriods()).isEqualTo(1);
        agents.letTimePass(30_000_000_000L);
        agents.agent().tick();
        assertThat(figures.getState()).isEqualTo("PACING");
        assertThat(figures.getReason()).isEmpty();
    }

    @Test
    void figures_areReadableThroughJmxWithNoClassOfOurs() throws Exception {
        agents.named(TestAgents.READING);
        agents.pacing(name -> Volume.of("DS-1", null)).moved(10 << 20, Direction.READ);
        agents.letTimePass(1);
        agents.agent().tick();
        ObjectName name = new ObjectName("test:name=figures");
        server.registerMBean(
                new HookFigures(agents.agent()::state, () -> 0, () -> 0, agents.placement(), Map::of), name);
        try {
            CompositeData[] tenants = (CompositeData[]) server.getAttribute(name, "Tenants");
            assertThat(tenants).singleElement().satisfies(tenant -> {
                assertThat(tenant.get("volume")).isEqualTo("DS-1");
                assertThat(tenant.get("tenant")).isEqualTo("default");
                assertThat(tenant.get("weight")).isEqualTo(1.0);
                assertThat(tenant.get("bytes")).isEqualTo(10L << 20);
                assertThat((long) tenant.get("chargedBytes"))
                        .as("and the next piece")
                        .isBetween(10L << 20, 11L << 20);
                assertThat(tenant.get("entitlement")).isEqualTo(100L << 20);
                assertThat(tenant.get("backlogged")).isEqualTo(true);
                assertThat(tenant.get("slots")).isEqualTo(1);
                assertThat(tenant.get("sleepLimitMillis")).isEqualTo(2000L);
                assertThat(tenant.get("sleeping")).isEqualTo(0);
                assertThat((long) tenant.get("sleptMillis")).isBetween(60L, 120L);
                assertThat((long) tenant.get("waits"))
                        .isPositive()
                        .isEqualTo(tenant.get("waitsUpTo100Millis"))
                        .isEqualTo(tenant.get("waitsUpTo1000Millis"))
                        .isGreaterThanOrEqualTo((long) tenant.get("waitsUpTo10Millis"));
                assertThat((long) tenant.get("bytesPerSecond")).isPositive();
            });
            CompositeData[] disks = (CompositeData[]) server.getAttribute(name, "Disks");
            assertThat(disks).singleElement().satisfies(disk -> {
                assertThat(disk.get("volume")).isEqualTo("DS-1");
                assertThat(disk.get("capacity")).isEqualTo(100L << 20);
                assertThat(disk.get("capacitySource")).isEqualTo("configured");
                assertThat(disk.get("capacityAgeMillis")).isEqualTo(-1L);
                assertThat((long) disk.get("windowBytes")).isGreaterThanOrEqualTo((long) disk.get("pieceBytes"));
                assertThat(disk.get("quantumBytes")).isEqualTo(0L);
            });
            assertThat(server.getAttribute(name, "Charge")).isEqualTo("transferred");
            assertThat(server.getAttribute(name, "Node")).isEqualTo("dn:9866");
            assertThat(server.getAttribute(name, "Grant")).isEqualTo("0.0");
            assertThat(server.getAttribute(name, "GrantFreshness")).isEqualTo("NONE");
            assertThat((long) server.getAttribute(name, "LongestSleepMillis")).isBetween(60L, 120L);
            assertThat(server.getAttribute(name, "SlotOccupancy")).isEqualTo(0.0);
            assertThat(server.getAttribute(name, "LentSlots")).isEqualTo(0);
            assertThat(server.getAttribute(name, "SleepLimitMillis")).isEqualTo(2000L);
            assertThat(server.getAttribute(name, "Errors")).isEqualTo(0L);
            assertThat(server.getAttribute(name, "RefusedTags")).isEqualTo(0L);
        } finally {
            server.unregisterMBean(name);
        }
    }

    @Test
    void pluginThatCannotStart_throwsNothingAndShowsWhyUntilItIsStopped() throws Exception {
        ThrottlePlugin plugin = new ThrottlePlugin();
        plugin.start("not a DataNode at all");
        assertThat(server.getAttribute(new ObjectName(BEAN), "State")).isEqualTo("OFF");
        assertThat((String) server.getAttribute(new ObjectName(BEAN), "Reason")).contains("ClassCastException");
        plugin.start(null);
        assertThat((String) server.getAttribute(new ObjectName(BEAN), "Reason")).contains("NullPointerException");
        plugin.stop();
        plugin.stop();
        plugin.close();
        assertThat(server.isRegistered(new ObjectName(BEAN))).isFalse();
    }

    @Test
    void plugin_isConstructedByADataNodeWithoutDoingAnything() throws Exception {
        assertThat(ThrottlePlugin.class.getConstructor().newInstance()).isNotNull();
        assertThat(ThrottlePlugin.class.getDeclaredFields())
                .filteredOn(field -> java.lang.reflect.Modifier.isStatic(field.getModifiers()))
                .allMatch(field -> field.getType().isPrimitive());
    }
}

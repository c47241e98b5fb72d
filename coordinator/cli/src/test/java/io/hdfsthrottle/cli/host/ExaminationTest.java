package io.hdfsthrottle.cli.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.cli.host.Advice.Grade;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExaminationTest {

    /** A user that owns no files of a test. */
    private static final String SOMEBODY_ELSE = "somebody-else";

    @TempDir
    private Path root;

    private FakeHost host;

    @BeforeEach
    void emptyHost() {
        host = new FakeHost(root);
    }

    private List<Advice> advice(String user) {
        return host.examination().advice(Optional.ofNullable(user), List.of());
    }

    private Advice about(String subject, List<Advice> all) {
        return all.stream()
                .filter(advice -> advice.subject().startsWith(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + all));
    }

    @Test
    void hostWithoutControlGroups_isToldHowToMountThem() {
        Advice advice = about("cgroups", advice(null));
        assertThat(advice.grade()).isEqualTo(Grade.MISSING);
        assertThat(advice.remedy().orElseThrow()).contains("mount -t cgroup -o blkio");
    }

    @Test
    void unifiedHost_lacksNothingAndIsToldWhatPacingDoesThere() {
        host.unified();
        Advice advice = about("cgroups", advice(SOMEBODY_ELSE));
        assertThat(advice.grade()).isEqualTo(Grade.FINE);
        assertThat(advice.found()).contains("pacing");
    }

    @Test
    void unifiedHost_needsNoGroup() {
        host.unified();
        Advice advice = about("group for", advice(SOMEBODY_ELSE));
        assertThat(advice.grade()).isEqualTo(Grade.FINE);
        assertThat(advice.found()).contains("none is needed");
    }

    @Test
    void guardOfVersion2_needsTheIoController_inTheDataNodesOwnGroup() {
        host.unified().unifiedDataNode("/hadoop.slice");
        Advice off = about("DataNode 4711", advice(null));
        assertThat(off.grade()).isEqualTo(Grade.HINT);
        assertThat(off.found()).contains("/hadoop.slice", "the io controller is off there");
        assertThat(off.remedy().orElseThrow()).contains("IOWeight=");
        host.file("/sys/fs/cgroup/hadoop.slice/io.max", "");
        assertThat(about("DataNode 4711", advice(null)).grade()).isEqualTo(Grade.FINE);
        assertThat(new ControlGroups(host.files(), "/sys/fs/cgroup").guardObstacle("/hadoop.slice", SOMEBODY_ELSE))
                .contains("its files belong to " + host.owner());
    }

    @Test
    void userWithoutGroup_isToldTheCommandThatMakesIt() {
        host.blkio("/");
        Advice advice = about("group for", advice(SOMEBODY_ELSE));
        assertThat(advice.grade()).isEqualTo(Grade.MISSING);
        assertThat(advice.remedy()).contains("sudo sbin/host-setup --user " + SOMEBODY_ELSE);
    }

    @Test
    void groupOfTheUsers_isFine() {
        host.blkio("/hdfs-datanode");
        assertThat(about("group for", advice(host.owner())).grade()).isEqualTo(Grade.FINE);
    }

    @Test
    void groupOfSomebodyElses_isNot() {
        host.blkio("/hdfs-datanode");
        assertThat(about("group for", advice(SOMEBODY_ELSE)).found()).contains("belongs to " + host.owner());
    }

    @Test
    void dataNodeInAGroupOfItsOwn_isFine() {
        host.blkio("/hdfs-datanode").dataNode("/hdfs-datanode");
        assertThat(about("DataNode 4711", advice(null)).grade()).isEqualTo(Grade.FINE);
    }

    @Test
    void dataNodeInAGroupThatIsGone_isToldBothSteps() {
        host.blkio("/").dataNode("/elsewhere");
        Advice advice = about("DataNode 4711", advice(null));
        // Root may do everything, wherever it is.
        assertThat(advice.grade()).isEqualTo(host.owner().equals("root") ? Grade.FINE : Grade.MISSING);
        assertThat(new ControlGroups(host.files(), "/sys/fs/cgroup").obstacle("/elsewhere", SOMEBODY_ELSE))
                .hasValueSatisfying(why -> assertThat(why).contains("/blkio/elsewhere is not there"));
    }

    @Test
    void nativeReadahead_isPointedOut() {
        host.unified().dataNode("/").nativeHadoop();
        assertThat(advice(null))
                .filteredOn(advice -> advice.grade() == Grade.HINT)
                .map(advice -> advice.remedy().orElseThrow())
                .anyMatch(remedy -> remedy.contains("dfs.datanode.readahead.bytes to 0"));
    }

    @Test
    void partition_isJudgedByItsWholeDisk() {
        host.disk("none [mq-deadline] bfq");
        Advice advice = DataDisk.of(host.files(), "8:1").orElseThrow().advice();
        assertThat(advice.subject()).isEqualTo("disk sda");
        assertThat(advice.grade()).isEqualTo(Grade.FINE);
    }

    @Test
    void bfq_isAdvisedAgainst_forItSlowsWhatTheHookWrites() {
        host.disk("none mq-deadline [bfq]");
        Advice advice = DataDisk.of(host.files(), "8:1").orElseThrow().advice();
        assertThat(advice.remedy()).contains("echo mq-deadline > /sys/block/sda/queue/scheduler");
    }

    @Test
    void folderThatIsNotThere_isRefusedByName() {
        Path absent = root.resolve("data");
        List<Advice> all = host.unified().examination().advice(Optional.empty(), List.of(absent));
        assertThat(about(absent.toString(), all).grade()).isEqualTo(Grade.MISSING);
    }
}

package io.hdfsthrottle.coordinator.feature.launch.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings.As;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Orders;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Recorded;
import io.hdfsthrottle.gaps.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of real users: nobody's program has what is the coordinator's. */
@Timeout(120)
@Tag("slow")
final class RunAsTest {
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final String ID = "c-0123abcd";
    private static final List<String> DISKS = List.of("DS-1", "DS-2");
    private static final String OWN = System.getProperty("user.name");

    @TempDir
    private Path folder;

    private LocalBackend backend;

    @BeforeEach
    void build() throws Exception {
        ScriptedSpark.in(folder.resolve("spark"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String disk : List.of("disk1", "disk2")) {
            Files.createDirectories(folder.resolve(disk));
            Files.setAttribute(folder.resolve(disk), "unix:mode", 01777);
        }
    }

    @AfterEach
    void tearDown() {
        if (backend != null) { // one test refuses to open any
            backend.close();
        }
        MarkedProcesses.processes(folder.toString()).forEach(ProcessHandle::destroyForcibly);
    }

    private void open(As as) throws IOException {
        backend = LocalBackend.open(LocalBackendTest.settings(folder, as), ScriptedSpark.IDENTITIES);
    }

    private List<ProcessHandle> processes() {
        return MarkedProcesses.processes(folder.resolve("launch").toString());
    }

    private void assertNothingIsLeft() {
        assertThat(processes()).isEmpty();
        assertThat(folder.resolve("disk1")).isEmptyDirectory();
        assertThat(folder.resolve("disk2")).isEmptyDirectory();
    }

    private String refused(Order order) {
        String trouble = backend.trouble(order);
        assertThatIOException()
                .isThrownBy(() -> backend.start(Orders.deployment(ID, order), DISKS))
                .withMessage(trouble);
        assertNothingIsLeft();
        assertThat(trouble).contains("launch.as = caller");
        return trouble;
    }

    @Test
    void whoIsNotVerified_orTheCoordinatorsUser_orRoot_orNoUserOfTheHost_isRefused() throws Exception {
        open(As.CALLER);
        assertThat(refused(Orders.application(OWN, 2)))
                .contains("the coordinator's own user", "launch.as = coordinator");
        assertThat(refused(Orders.application("root", 2))).contains("launch as another user");
        assertThat(refused(Orders.unverified("nobody", 2))).contains("a line of access.file with user=");
        assertThat(refused(Orders.application("no-such-user", 2))).contains("no user no-such-user");
        for (String name : List.of("0", "65534", "-u", "a b", "#0", "$(id)", "../root", "a\nb", "x".repeat(33))) {
            assertThat(refused(Orders.application(name, 2))).contains("is no name of a user");
        }
    }

    @Test
    void diskWhereUsersMayReplaceEachOthersDirectories_orMakeNone_isRefused() throws Exception {
        open(As.CALLER);
        backend.close();
        for (int mode : new int[] {0777, 0775, 0755, 01755}) {
            Files.setAttribute(folder.resolve("disk2"), "unix:mode", mode);
            assertThatIOException()
                    .as(Integer.toOctalString(mode))
                    .isThrownBy(() -> open(As.CALLER))
                    .withMessageContainingAll("launch.disks", "disk2", "chmod 1777");
        }
    }

    @Test
    void whatIsRecordedForRoot_orForTheCoordinatorsOwnUser_isNotEndedAsThem_butStaysRecorded() throws Exception {
        open(As.CALLER);
        backend.close();
        Journal journal = new Journal(folder.resolve("launch"));
        Recorded order = Recorded.of(Orders.deployment(ID, Orders.application("nobody", 2)));
        List<String> victim = List.of(
                Files.createDirectory(folder.resolve("disk1").resolve(ID)).toString());
        for (String user : List.of("", "root", "-u", "no-such-user")) {
            journal.write(new Journal.Entry(ID, "lease-7", user, victim, Map.of(), null, order, ""));
            open(As.CALLER);
            assertThat(backend.left()).as(user).isEmpty();
            assertThat(folder.resolve("disk1").resolve(ID)).as(user).exists();
            assertThat(journal.entries()).as(user).hasSize(1);
            backend.close();
        }
    }

    @Test
    void agentThatKeepsPrivilege_startsNothing_andNamesTheCommand() throws Exception {
        Tier.current().needsPrivilege(OWN.equals("root"), "a coordinator that is root, to launch as nobody");
        String keeps =
                "setpriv --reuid={user} --regid={group} --init-groups --inh-caps=+setuid --ambient-caps=+setuid --";
        for (String command : List.of("env -u {user} --", keeps)) {
            open(new As(false, command));
            assertThatIOException()
                    .as(command)
                    .isThrownBy(() -> backend.start(Orders.deployment(ID, Orders.application("nobody", 2)), DISKS))
                    .withMessageContainingAll("launch.as.command = " + command, "leaves it root", As.BY_SETPRIV);
            assertNothingIsLeft();
            assertThat(backend.observe(ID).gone()).isTrue();
            backend.close();
        }
    }

    @Test
    void diskThatRefusesTheUser_isNamed_andNotTheCommand() throws Exception {
        Tier.current().needsPrivilege(OWN.equals("root"), "a coordinator that is root, to launch as nobody");
        open(As.CALLER);
        Files.setAttribute(folder.resolve("disk2"), "unix:mode", 0755);
        assertThatIOException()
                .isThrownBy(() -> backend.start(Orders.deployment(ID, Orders.application("nobody", 2)), DISKS))
                .withMessageContainingAll(
                        "launch.disks", folder.resolve("disk2").resolve(ID).toString(), "chmod 1777")
                .withMessageNotContaining("launch.as.command");
        assertNothingIsLeft();
    }

    private static Privilege privilege(String uids, String inherited, String own) throws IOException {
        return Privilege.of(List.of(
                "Name:\tjava",
                "Uid:\t" + uids,
                "CapInh:\t" + inherited,
                "CapPrm:\t" + own,
                "CapEff:\t" + own,
                "CapBnd:\t000001ffffffffff",
                "CapAmb:\t0000000000000000"));
    }

    @Test
    void privilege_isRootInAnyForm_andAnyCapability() throws Exception {
        String none = "0000000000000000";
        String setuid = "0000000000000080";
        assertThat(privilege("7\t7\t7\t7", none, none).isNone()).isTrue();
        assertThat(privilege("7\t7\t0\t7", none, none).isNone()).isFalse();
        assertThat(privilege("7\t7\t7\t7", none, "ffffffffffffffff").isNone()).isFalse();
        assertThat(privilege("7\t7\t7\t7", setuid, none).isNone()).isFalse();
        assertThat(privilege("7\t7\t7\t7", none, setuid).mayBecomeAnyUser()).isTrue();
        assertThat(privilege("7\t7\t7\t7", none, "0000000000000020").mayBecomeAnyUser())
                .isFalse();
        assertThat(privilege("0\t0\t0\t0", none, setuid).mayBecomeAnyUser()).isFalse();
        assertThatIOException().isThrownBy(() -> Privilege.of(List.of("Uid:\t7\t7\t7\t7")));
    }

    @Test
    void coordinatorThatMayNotActAsTheUser_saysSo_withAGoodCommand() throws Exception {
        open(new As(false, "false {user} {group} --"));
        assertThatIOException()
                .isThrownBy(() -> backend.start(Orders.deployment(ID, Orders.application("nobody", 2)), DISKS))
                .withMessageContainingAll(
                        "launch.as.command = false {user} {group} --", "nobody", As.BY_SETPRIV, As.BY_SUDO);
        assertNothingIsLeft();
        assertThat(backend.observe(ID).gone()).isTrue();
    }

    /** The ids of a process's user and group, as the kernel has them. */
    private static String ids(ProcessHandle process) {
        try {
            return String.join(
                    " ",
                    Files.readAllLines(Path.of("/proc", String.valueOf(process.pid()), "status")).stream()
                            .filter(line -> line.startsWith("Uid:") || line.startsWith("Gid:"))
                            .toList());
        } catch (IOException ended) {
            return "ended";
        }
    }

    private void start() throws IOException {
        backend.start(Orders.deployment(ID, Orders.application("nobody", 2, "hdfs:/stubborn")), DISKS);
        await().atMost(MINUTE).until(() -> backend.log(ID).contains("waits"));
    }

    @Test
    void anotherUsersProgram_readsItsFilesAlone_andIsEnded_alsoWithoutItsAgent() throws Exception {
        Tier.current().needsPrivilege(OWN.equals("root"), "a coordinator that is root, to launch as nobody");
        Path secret = Files.writeString(folder.resolve("signing.keys"), "secret");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path program = folder.resolve("spark/bin/spark-submit");
        String reads = "cat " + secret + " " + folder.resolve("launch") + "/*/* && echo stolen\necho home=$HOME\n";
        Files.writeString(program, Files.readString(program).replace("#!/bin/sh\n", "#!/bin/sh\n" + reads));
        open(As.CALLER);
        assertThat(backend.trouble(Orders.application("nobody", 2))).isEmpty();
        start();

        assertThat(backend.log(ID))
                .contains("signing.keys: Permission denied", "as nobody on", "home=/")
                .doesNotContain("stolen", "home=/root");
        String nobody = ids(ProcessHandle.of(backend.agent(ID)).orElseThrow());
        assertThat(nobody).contains("Uid:", "Gid:").doesNotContain("\t0");
        assertThat(processes()).hasSizeGreaterThan(3).allMatch(each -> ids(each).equals(nobody));
        Path token = folder.resolve("disk1").resolve(ID).resolve("register.token");
        assertThat(Files.getOwner(token).getName()).isEqualTo("nobody");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token.getParent())))
                .isEqualTo("rwx------");

        backend.end(ID, true);
        await().atMost(MINUTE).until(() -> backend.observe(ID).gone());
        assertNothingIsLeft();

        start();
        assertThat(ProcessHandle.of(backend.agent(ID)).orElseThrow().destroyForcibly())
                .isTrue();
        await().atMost(MINUTE).until(() -> backend.observe(ID).gone());
        assertNothingIsLeft();
    }
}

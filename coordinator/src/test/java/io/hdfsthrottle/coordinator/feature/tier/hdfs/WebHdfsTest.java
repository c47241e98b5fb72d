package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Entry;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Gone;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Page;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Refused;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Usage;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.ScriptedNameNode.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WebHdfsTest {
    private static final URI NOBODY = URI.create("http://127.0.0.1:1");

    @TempDir
    private Path folder;

    private ScriptedNameNode nameNode;

    @BeforeEach
    void start() throws Exception {
        nameNode = new ScriptedNameNode();
    }

    @AfterEach
    void stop() {
        nameNode.close();
    }

    private static WebHdfs to(Optional<Path> token, URI... nameNodes) throws IOException {
        return WebHdfs.of(List.of(nameNodes), "mover", token, Optional.empty());
    }

    private WebHdfs hdfs() throws IOException {
        return to(Optional.empty(), nameNode.address());
    }

    private static String status(String type, String name, int policy) {
        return "{\"accessTime\":0,\"blockSize\":134217728,\"childrenNum\":0,\"fileId\":16386,\"group\":\"g\","
                + "\"length\":1024,\"modificationTime\":1700000000000,\"owner\":\"o\",\"pathSuffix\":\"" + name
                + "\",\"permission\":\"644\",\"replication\":3,\"storagePolicy\":" + policy + ",\"type\":\"" + type
                + "\"}";
    }

    @Test
    void status_isReadAsHadoopWritesIt_whateverTheNameIs() throws Exception {
        nameNode.answers(request -> Reply.ok("{\"FileStatus\":" + status("FILE", "", 12) + "}"));
        String path = "/tmp/a b%+?#&\u00e9";
        assertThat(hdfs().status(path))
                .isEqualTo(new Entry(path, 16386, false, 1024, 3, 1_700_000_000_000L, 12, 128 << 20));
        assertThat(nameNode.requests())
                .containsExactly("GET /webhdfs/v1/tmp/a%20b%25%2B%3F%23%26%C3%A9?op=GETFILESTATUS&user.name=mover");
    }

    @Test
    void folder_isListedPageByPage_withoutLinks() throws Exception {
        nameNode.answers(
                request -> Reply.ok("{\"DirectoryListing\":{\"partialListing\":{\"FileStatuses\":{\"FileStatus\":["
                        + status("DIRECTORY", "d", 0) + "," + status("SYMLINK", "l", 0) + "," + status("FILE", "m", 7)
                        + "]}},\"remainingEntries\":" + (request.contains("startafter=k%26") ? 0 : 7) + "}}"));
        WebHdfs hdfs = hdfs();
        Page first = hdfs.list("/tmp", "");
        assertThat(first.entries()).extracting(Entry::path).containsExactly("/tmp/d", "/tmp/m");
        assertThat(first.entries()).extracting(Entry::folder).containsExactly(true, false);
        assertThat(first.more()).isTrue();
        assertThat(hdfs.list("/tmp", "k&").more()).isFalse();
        assertThat(nameNode.requests().get(1)).contains("op=LISTSTATUS_BATCH").contains("startafter=k%26");
    }

    @Test
    void quota_isThatOfTheStorageType() throws Exception {
        nameNode.answers(request -> Reply.ok("{\"QuotaUsage\":{\"fileAndDirectoryCount\":2,\"quota\":-1,"
                + "\"spaceConsumed\":9,\"spaceQuota\":-1,\"typeQuota\":{\"SSD\":{\"consumed\":500,\"quota\":1000}}}}"));
        assertThat(hdfs().usage("/tmp", "SSD")).isEqualTo(new Usage(OptionalLong.of(1000), OptionalLong.of(500)));
        assertThat(hdfs().usage("/tmp", "DISK")).isEqualTo(Usage.NONE);
    }

    @Test
    void bytesThatHaveToLeaveSsd_areCountedOverAllBlocks_someAtATime() throws Exception {
        nameNode.answers(request -> Reply.ok("{\"BlockLocations\":{\"BlockLocation\":["
                + "{\"length\":100,\"storageTypes\":[\"SSD\",\"SSD\",\"DISK\"]},"
                + "{\"length\":10,\"storageTypes\":[\"DISK\",\"RAM_DISK\"]}]}}"));
        Entry file = new Entry("/f", 1, false, 1_001, 3, 0, 12, 1);
        assertThat(hdfs().misplaced(file, StoragePolicy.HOT)).isEqualTo(3 * 200);
        assertThat(hdfs().misplaced(file, StoragePolicy.ONE_SSD)).isEqualTo(3 * 100);
        assertThat(hdfs().misplaced(file, StoragePolicy.ALL_SSD)).isZero();
        assertThat(nameNode.requests().get(2)).contains("length=500&offset=1000&op=GETFILEBLOCKLOCATIONS");
    }

    @Test
    void steps_areOperationsOfWebHdfs() throws Exception {
        WebHdfs hdfs = hdfs();
        hdfs.take(new Step.SetPolicy("/f", StoragePolicy.HOT));
        hdfs.take(new Step.Satisfy("/f", false));
        hdfs.take(new Step.SetQuota("/d", "SSD", 7));
        hdfs.take(new Step.ClearQuota("/d", "SSD"));
        assertThat(nameNode.requests())
                .containsExactly(
                        "PUT /webhdfs/v1/f?op=SETSTORAGEPOLICY&storagepolicy=HOT&user.name=mover",
                        "PUT /webhdfs/v1/f?op=SATISFYSTORAGEPOLICY&user.name=mover",
                        "PUT /webhdfs/v1/d?op=SETQUOTABYSTORAGETYPE&storagespacequota=7&storagetype=SSD&user.name=mover",
                        "PUT /webhdfs/v1/d?op=SETQUOTABYSTORAGETYPE&storagespacequota=-1&storagetype=SSD&user.name=mover");
    }

    @Test
    void fileThatWasAlreadyAskedFor_isNoTrouble_andOtherRefusalsAre() throws Exception {
        nameNode.answers(
                request -> Reply.refused(
                        403,
                        "IOException",
                        "Cannot request to call satisfy storage policy on path: /f, as this file/dir was already called for satisfying storage policy."));
        WebHdfs hdfs = hdfs();
        hdfs.take(new Step.Satisfy("/f", false));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> hdfs.take(new Step.SetPolicy("/f", StoragePolicy.HOT)));

        nameNode.answers(request -> Reply.refused(403, "AccessControlException", "Access denied for user mover."));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> hdfs.take(new Step.Satisfy("/f", false)))
                .withMessage("HDFS does not satisfy the storage policy of /f: Access denied for user mover.");
        nameNode.answers(request -> Reply.refused(404, "FileNotFoundException", "File does not exist: /f"));
        assertThatExceptionOfType(Gone.class).isThrownBy(() -> hdfs.status("/f"));
    }

    @Test
    void fileThatASatisfierForgot_isAskedForAnew_withoutTheMarkOfTheFirstRequest() throws Exception {
        hdfs().take(new Step.Satisfy("/f", true));
        assertThat(nameNode.requests())
                .containsExactly(
                        "PUT /webhdfs/v1/f?op=REMOVEXATTR&user.name=mover&xattr.name=user.hdfs.sps",
                        "PUT /webhdfs/v1/f?op=SATISFYSTORAGEPOLICY&user.name=mover");
    }

    @Test
    void fileThatIsNotMarked_isAskedForAllTheSame() throws Exception {
        nameNode.answers(request -> request.contains("op=REMOVEXATTR")
                ? Reply.refused(403, "IOException", "No matching attributes found for remove operation")
                : Reply.ok(""));
        hdfs().take(new Step.Satisfy("/f", true));
        assertThat(nameNode.requests()).hasSize(2).last().asString().contains("op=SATISFYSTORAGEPOLICY");
    }

    @Test
    void nameNodeThatIsStandby_orDead_isPassedOver_andTheActiveOneIsRemembered() throws Exception {
        try (ScriptedNameNode standby = new ScriptedNameNode()) {
            standby.answers(request -> Reply.refused(
                    403, "StandbyException", "Operation category READ is not supported in state standby"));
            nameNode.answers(request -> Reply.ok("{\"FileStatus\":" + status("FILE", "", 12) + "}"));
            WebHdfs hdfs = to(Optional.empty(), standby.address(), NOBODY, nameNode.address());
            assertThat(hdfs.status("/f").id()).isEqualTo(16386);
            assertThat(hdfs.status("/f").id()).isEqualTo(16386);
            assertThat(standby.requests()).hasSize(1);

            WebHdfs alone = to(Optional.empty(), standby.address(), NOBODY);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> alone.status("/f"))
                    .withMessageContaining("no active NameNode answers at [" + standby.address());
        }
    }

    @Test
    void answersThatAreHostile_areRefused() throws Exception {
        WebHdfs hdfs = hdfs();
        for (Reply reply : List.of(
                Reply.ok(""),
                Reply.ok("[]"),
                Reply.ok("{\"FileStatus\":{\"type\":\"FILE\"}}"),
                Reply.ok("{\"FileStatus\":" + status("FILE", "", 12).replace(":3,", ":99999999999,") + "}"),
                Reply.ok("{\"x\":\"" + "x".repeat(9 << 20) + "\"}"),
                new Reply(307, ""),
                new Reply(500, "<html>"),
                new Reply(401, "{\"RemoteException\":7}"))) {
            nameNode.answers(request -> reply);
            assertThatExceptionOfType(Refused.class)
                    .as(reply.body().length() > 100 ? "long" : reply.toString())
                    .isThrownBy(() -> hdfs.status("/f"));
        }
        assertThat(nameNode.requests()).noneMatch(request -> request.contains("elsewhere"));
    }

    @Test
    void token_isReadFromAFileThatNobodyElseMayRead_againWhenItChanges() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "HAAEcm9vdARyb290AIoBl\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> to(Optional.of(file), nameNode.address()))
                .withMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        to(Optional.of(file), nameNode.address()).take(new Step.Satisfy("/f", false));
        assertThat(nameNode.requests().get(0)).endsWith("?delegation=HAAEcm9vdARyb290AIoBl&op=SATISFYSTORAGEPOLICY");
        nameNode.answers(request -> new Reply(
                400,
                "{\"RemoteException\":{\"exception\":\"IOException\","
                        + "\"message\":\"cannot decode HAAEcm9vdARyb290AIoBl\"}}"));
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> to(Optional.of(file), nameNode.address()).status("/f"))
                .withMessage("cannot decode (not shown)");

        Files.writeString(file, "not a token\n");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> to(Optional.of(file), nameNode.address()))
                .withMessageContaining("urlString")
                .satisfies(told -> assertThat(told.getMessage()).doesNotContain("not a token"));
    }
}

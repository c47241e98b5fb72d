package io.hdfsthrottle.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.Coordinator;
import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.TestCluster;
import io.hdfsthrottle.identity.NodeKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
final class InitCommandTest {
    @TempDir
    private Path folder;

    private record Result(int code, String out, String err) {}

    private static Result run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err, true), arguments);
        return new Result(code, out.toString(), err.toString());
    }

    private Result init(String... more) {
        String[] arguments = new String[more.length + 5];
        System.arraycopy(
                new String[] {"init", "--directory", folder.toString(), "--address", "coordinator1"},
                0,
                arguments,
                0,
                5);
        System.arraycopy(more, 0, arguments, 5, more.length);
        return run(arguments);
    }

    private CoordinatorSettings settings() throws Exception {
        return CoordinatorCommand.settings(folder.resolve("coordinator.properties"), Map.of());
    }

    @Test
    void settings_areThoseOfACoordinatorThatOthersReach() throws Exception {
        Result made = init("--zookeeper", "zk1:2181,zk2:2181", "--cluster", "prod");

        assertThat(made.err()).isEmpty();
        assertThat(made.code()).isZero();
        assertThat(made.out()).contains("without TLS", "tls.certificate.file");
        CoordinatorSettings settings = settings();
        assertThat(settings.listenAddress()).isEqualTo("0.0.0.0");
        assertThat(settings.advertised(9880)).isEqualTo(URI.create("http://coordinator1:9880"));
        assertThat(settings.cluster()).isEqualTo("prod");
        assertThat(settings.zookeeper().connect()).isEqualTo("zk1:2181,zk2:2181");
        assertThat(settings.signingKeysFile()).isEqualTo(folder.resolve("signing.keys"));
        assertThat(settings.access().adminTokenFile()).contains(folder.resolve("admin.token"));
    }

    @Test
    void secrets_areForTheirOwnerAloneAndNeverPrinted() throws Exception {
        Result made = init();

        for (String secret : List.of("signing.keys", "admin.token", "register.token")) {
            Path file = folder.resolve(secret);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            for (String word : Files.readString(file).strip().split(" ", -1)) {
                assertThat(word.length() < 16 || !made.out().contains(word)).isTrue();
            }
            assertThat(made.out()).contains("made " + file);
        }
    }

    @Test
    void filesThatAreThere_stayAsTheyAre() throws Exception {
        init();
        String keys = Files.readString(folder.resolve("signing.keys"));
        String token = Files.readString(folder.resolve("admin.token"));

        Result again = init("--cluster", "other");

        assertThat(again.code()).isZero();
        assertThat(again.out())
                .contains("kept " + folder.resolve("signing.keys"), "kept " + folder.resolve("coordinator.properties"));
        assertThat(Files.readString(folder.resolve("signing.keys"))).isEqualTo(keys);
        assertThat(Files.readString(folder.resolve("admin.token"))).isEqualTo(token);
        assertThat(settings().cluster()).isEqualTo("default");
    }

    @Test
    void keyOfANode_isMadeFromTheSigningKeys_forItsHostAlone() throws Exception {
        init();
        String config = folder.resolve("coordinator.properties").toString();

        Result made = run("node-key", "--config", config, "dn1", "dn2.example.com:9866");

        assertThat(made.err()).isEmpty();
        Path file = folder.resolve("nodes/dn1.key");
        assertThat(made.out()).contains("made " + file, "nodes/dn2.example.com:9866.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        NodeKey key = NodeKey.parse(Files.readAllLines(file));
        assertThat(key.isOf("dn1:9866")).isTrue();
        assertThat(key.isOf("dn2.example.com:9866")).isFalse();
        assertThat(made.out()).doesNotContain(key.lines().get(1));
        assertThat(run("node-key", "--config", config, "dn1").code()).isZero();
    }

    @Test
    void keyOfANode_isRefused_whereThereIsNoHostOrNoKeyToMakeItFrom() throws Exception {
        init();
        String config = folder.resolve("coordinator.properties").toString();

        Result wrong = run("node-key", "--config", config, "dn1/../x");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("HOST dn1/../x", "dn1.example.com");
        Files.delete(folder.resolve("signing.keys"));
        Result without = run("node-key", "--config", config, "dn1");
        assertThat(without.code()).isEqualTo(1);
        assertThat(without.err()).contains("signing.keys", "is missing");
    }

    @Test
    void coordinatorWithTheseFiles_leadsAndTakesTheToken() throws Exception {
        init();
        try (TestCluster house = new TestCluster(folder)) {
            Coordinator leader = house.leader(
                    "listen.address",
                    "0.0.0.0",
                    "advertised.url",
                    "",
                    "admin.token.file",
                    folder.resolve("admin.token").toString());
            String url = "http://127.0.0.1:" + leader.url().getPort();
            String[] set = {"tenants", "set", "gold", "--priority", "8", "--coordinator", url};
            assertThat(run(set).code()).isEqualTo(1);
            String[] withToken = new String[set.length + 2];
            System.arraycopy(set, 0, withToken, 0, set.length);
            withToken[set.length] = "--token-file";
            withToken[set.length + 1] = folder.resolve("admin.token").toString();
            assertThat(run(withToken))
                    .isEqualTo(new Result(0, "tenant gold: priority 8, reservation 0, limit none\n", ""));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--port, http, listen.port = http",
        "--cluster, a/b, cluster = a/b",
        "--zookeeper, zk1, zookeeper.connect = zk1",
        "--address, a b, --address a b is no name",
        "--address, my_host, --address my_host is no name",
        "--address, http://c1, --address http://c1 is no name",
        "--user, nobody-of-that-name, --user nobody-of-that-name"
    })
    void valuesThatCannotBe_areRefusedBeforeAnythingIsWritten(String option, String value, String saying) {
        String[] arguments = option.equals("--address")
                ? new String[] {"init", "--directory", folder.toString(), option, value}
                : new String[] {"init", "--directory", folder.toString(), "--address", "c1", option, value};
        Result refused = run(arguments);

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains(saying);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void startWithoutKeys_saysWhatMakesThem() throws Exception {
        init();
        Files.delete(folder.resolve("signing.keys"));

        Result refused = run(
                "coordinator",
                "--config",
                folder.resolve("coordinator.properties").toString(),
                "--set",
                "listen.port=0");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "signing.keys.file = " + folder.resolve("signing.keys") + " is missing", "hdfs-throttle init");
    }
}

package io.hdfsthrottle.datanode.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TransferNameTest {

    private static final String BLOCK = "BP-1-127.0.0.1-1763600000000:blk_1073741825_1001";

    @Test
    void nameOfARead_tellsClientAddressAndBlock() {
        TransferName name = TransferName.parse("DataXceiver for client DFSClient_NONMAPREDUCE_-1938471_1 at "
                + "/127.0.0.1:56938 [Sending block " + BLOCK + "]");
        assertThat(name.client()).isEqualTo("DFSClient_NONMAPREDUCE_-1938471_1");
        assertThat(name.address()).isEqualTo("127.0.0.1");
        assertThat(name.port()).isEqualTo(56938);
        assertThat(name.hasBlock()).isTrue();
        assertThat(name.pool()).isEqualTo("BP-1-127.0.0.1-1763600000000");
        assertThat(name.block()).isEqualTo(1073741825L);
    }

    @Test
    void nameOfAWrite_isReadLikewise() {
        TransferName name = TransferName.parse(
                "DataXceiver for client DFSClient_x_1_1 at dn.example/10.1.2.3:50010 [Receiving block " + BLOCK + "]");
        assertThat(name.client()).isEqualTo("DFSClient_x_1_1");
        assertThat(name.address()).isEqualTo("10.1.2.3");
        assertThat(name.block()).isEqualTo(1073741825L);
    }

    @Test
    void blockOfAnErasureCodedFile_hasANegativeId() {
        TransferName name = TransferName.parse(
                "DataXceiver for client c at /10.1.2.3:5 [Sending block " + "BP-1:blk_-9223372036854775792_1001]");
        assertThat(name.block()).isEqualTo(-9223372036854775792L);
    }

    @ParameterizedTest
    @CsvSource({
        "/[0:0:0:0:0:0:0:1]:5000, 5000",
        "/0:0:0:0:0:0:0:1:5000, 5000",
        "/10.1.2.3:65536, 0",
        "/10.1.2.3:x, 0",
        "unix:/var/lib/hadoop-hdfs/dn_socket, 0",
        "nowhere, 0"
    })
    void port_isThatOfTheNetwork_orNone(String remote, int expected) {
        assertThat(TransferName.parse("DataXceiver for client c at " + remote + " [Sending block " + BLOCK + "]")
                        .port())
                .isEqualTo(expected);
    }

    @Test
    void otherDataNode_hasNoClientName() {
        TransferName name =
                TransferName.parse("DataXceiver for client  at /10.1.2.3:5 [Receiving block " + BLOCK + "]");
        assertThat(name.client()).isEmpty();
        assertThat(name.address()).isEqualTo("10.1.2.3");
        assertThat(name.hasBlock()).isTrue();
    }

    @Test
    void blockOnItsWayToAnotherDisk_isTheOneThatIsReplaced() {
        TransferName name = TransferName.parse(
                "DataXceiver for client c at /10.1.2.3:5 [Replacing block " + BLOCK + " from 7f3e-uuid]");
        assertThat(name.block()).isEqualTo(1073741825L);
        assertThat(name.pool()).isEqualTo("BP-1-127.0.0.1-1763600000000");
    }

    @ParameterizedTest
    @CsvSource({"::1, 0:0:0:0:0:0:0:1", "2001:db8::7, 2001:db8:0:0:0:0:0:7", "127.0.0.1, 127.0.0.1"})
    void address_isFoundAsThisJavaWritesIt(String address, String expected) throws Exception {
        InetSocketAddress remote = new InetSocketAddress(InetAddress.getByName(address), 56938);
        assertThat(TransferName.parse("DataXceiver for client c at " + remote + " [Sending block " + BLOCK + "]")
                        .address())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "/0:0:0:0:0:0:0:1:5000, 0:0:0:0:0:0:0:1",
        "/[0:0:0:0:0:0:0:1]:5000, 0:0:0:0:0:0:0:1",
        "/[fe80:0:0:0:0:0:0:1%eth0]:5000, fe80:0:0:0:0:0:0:1",
        "/fe80:0:0:0:0:0:0:1%2:5000, fe80:0:0:0:0:0:0:1",
        "unix:/var/lib/hadoop-hdfs/dn_socket, dn_socket"
    })
    void address_isFoundAsOtherJavasAndDomainSocketsWriteIt(String remote, String expected) {
        assertThat(TransferName.parse("DataXceiver for client c at " + remote + " [Sending block " + BLOCK + "]")
                        .address())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a at /10.9.9.9:1 [Sending block BP-9:blk_9_9]",
                " at ",
                " at /10.9.9.9:1",
                "[Sending block BP-9:blk_9_9]",
                "DataXceiver for client ",
                "DFSClient_DFSClient_x_1_1",
                ":blk_7_7",
                " block ",
                "\n",
                "unix:"
            })
    void clientThatChoosesAHostileName_changesNothingButItsName(String hostile) {
        TransferName name = TransferName.parse(
                "DataXceiver for client " + hostile + " at /10.1.2.3:5 [Sending block " + BLOCK + "]");
        assertThat(name.client()).isEqualTo(hostile);
        assertThat(name.address()).isEqualTo("10.1.2.3");
        assertThat(name.pool()).isEqualTo("BP-1-127.0.0.1-1763600000000");
        assertThat(name.block()).isEqualTo(1073741825L);
    }

    @Test
    void nameOfTheNextOperation_tellsWhatItWouldTellAlone() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        String[] clients = {
            "", "c", "c at /10.1.2.3:5", "c at /10.1.2.3:5 [Sending block " + BLOCK, " [", "DFSClient_x_1_1"
        };
        String[] remotes = {"/10.1.2.3:5", "/10.1.2.3:50", "dn/[0:0:0:0:0:0:0:1]:5", "nowhere"};
        String[] statuses = {
            "",
            " [Sending block " + BLOCK + "]",
            " [Sending block BP-2:blk_-9_1]",
            " [Waiting for operation #2]",
            " [ at /10.9.9.9:1 block :blk_1"
        };
        TransferName last = TransferName.NONE;
        for (int i = 0; i < 100_000; i++) {
            String threadName = random.nextInt(20) == 0
                    ? "DataTransfer [Sending block " + BLOCK + "]"
                    : "DataXceiver for client " + any(clients, random) + " at " + any(remotes, random)
                            + any(statuses, random);
            TransferName next = last.next(threadName);
            assertThat(all(next)).as("seed %s: %s", seed, threadName).isEqualTo(all(TransferName.parse(threadName)));
            last = next;
        }
    }

    private static String any(String[] of, SplittableRandom random) {
        return of[random.nextInt(of.length)];
    }

    private static List<Object> all(TransferName name) {
        return List.of(
                name.isServing(),
                name.client(),
                name.address(),
                name.port(),
                name.hasBlock(),
                name.pool(),
                name.block());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "main",
                "DataXceiver for client ",
                "DataXceiver for client /10.1.2.3:5 [Waiting for operation #1]",
                "org.apache.hadoop.hdfs.server.datanode.DataXceiver@7 at nowhere",
                "PacketResponder: BP-1:blk_1_1, type=LAST_IN_PIPELINE at /10.1.2.3:5"
            })
    void nameOfNoTransfer_tellsNothing(String threadName) {
        TransferName name = TransferName.parse(threadName);
        assertThat(name.client()).isEmpty();
        assertThat(name.address()).isEmpty();
        assertThat(name.hasBlock()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " [Waiting for operation #2]",
                " [Sending block]",
                " [Sending block BP-1]",
                " [:blk_1 block ]",
                " ["
            })
    void transferWithoutABlock_hasClientAndAddressAllTheSame(String status) {
        TransferName name = TransferName.parse("DataXceiver for client c at /10.1.2.3:5" + status);
        assertThat(name.client()).isEqualTo("c");
        assertThat(name.address()).isEqualTo("10.1.2.3");
        assertThat(name.hasBlock()).isFalse();
    }

    @Test
    void blockIdThatIsNoNumber_isZero() {
        for (String id : new String[] {"", "-", "x", "99999999999999999999", "--1"}) {
            assertThat(TransferName.parse("DataXceiver for client c at /10.1.2.3:5 [Sending block BP-1:blk_" + id + "]")
                            .block())
                    .isZero();
        }
    }

    /** The peer that asks for a replacement names the DataNode to be relieved, in any words it likes. */
    @ParameterizedTest
    @ValueSource(strings = {" at [", " at ", " at  [", " at [ block ", " at /", " [", ":blk_"})
    void peerThatChoosesHostileWordsForItsStatus_isReadWithoutTrouble(String hostile) {
        String threadName =
                "DataXceiver for client c at /10.1.2.3:5 [Replacing block " + BLOCK + " from " + hostile + "]";
        assertThatCode(() -> TransferName.parse(threadName)).doesNotThrowAnyException();
    }

    @Test
    void noise_isReadWithoutTrouble() {
        String[] pieces = {
            "DataXceiver for client ", " at ", " [", "]", " block ", ":blk_", "/", ":", "-", "7", "[", "%", "x", " "
        };
        long first = Long.getLong("seed", 1);
        for (int i = 0; i < 100_000; i++) {
            long seed = first + i;
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder noise = new StringBuilder(random.nextBoolean() ? pieces[0] : "");
            for (int n = random.nextInt(12); n > 0; n--) {
                noise.append(pieces[random.nextInt(pieces.length)]);
            }
            assertThatCode(() -> TransferName.parse(noise.toString()))
                    .as("with -Dseed=%s: %s", seed, noise)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void hugeName_isReadInOneGo() {
        String huge = " at [".repeat(2_000_000);
        assertThat(TransferName.parse("DataXceiver for client " + huge + " at /10.1.2.3:5")
                        .address())
                .isEqualTo("10.1.2.3");
    }
}

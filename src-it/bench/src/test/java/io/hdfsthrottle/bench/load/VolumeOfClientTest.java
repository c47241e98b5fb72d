package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.hdfsthrottle.bench.load.VolumeOfClient.Names;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class VolumeOfClientTest {

    @Test
    void folder_isThatOfTheApplicationInTheThreadsName() throws IOException {
        String application = Names.application(2, 0);
        assertThat(Names.folderOf("DataXceiver for client DFSClient_" + application
                        + ".k1.0123456789abcdef_-17_1 at /127.0.0.1:4711 [Receiving block BP-1:blk_1_1]"))
                .isEqualTo(Names.folder(2));
    }

    @Test
    void clientThatNamesNoDisk_isRefused() {
        assertThatIOException()
                .isThrownBy(() -> Names.folderOf("DataXceiver for client DFSClient_NONMAPREDUCE_1_1"))
                .withMessageContaining("names no disk");
    }

    @Test
    void policy_isTheClassOfThatName() throws ClassNotFoundException {
        assertThat(Class.forName(Names.POLICY)).isEqualTo(VolumeOfClient.class);
    }
}

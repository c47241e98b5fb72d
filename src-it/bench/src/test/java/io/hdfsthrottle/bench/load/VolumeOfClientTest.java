package io.hdfsthrottle.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class VolumeOfClientTest {

    @Test
    void folder_isThatOfTheApplicationInTheThreadsName() throws IOException {
        String application = VolumeOfClient.application(2, 0);
        assertThat(VolumeOfClient.folderOf("DataXceiver for client DFSClient_" + application
                        + ".k1.0123456789abcdef_-17_1 at /127.0.0.1:4711 [Receiving block BP-1:blk_1_1]"))
                .isEqualTo(VolumeOfClient.folder(2));
    }

    @Test
    void clientThatNamesNoDisk_isRefused() {
        assertThatIOException()
                .isThrownBy(() -> VolumeOfClient.folderOf("DataXceiver for client DFSClient_NONMAPREDUCE_1_1"))
                .withMessageContaining("names no disk");
    }
}

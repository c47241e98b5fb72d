package io.hdfsthrottle.cli.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
final class FioTest {

    @TempDir
    private Path folder;

    @Test
    void answer_isReadForTheWayThatWasAsked() throws IOException {
        String said = "note: both iodepth >= 1 and synchronous I/O engine are selected\n"
                + "{\"fio version\":\"fio-3.33\",\"jobs\":[{\"jobname\":\"calibrate\","
                + "\"read\":{\"io_bytes\":157286400,\"bw_bytes\":52428800},"
                + "\"write\":{\"io_bytes\":0,\"bw_bytes\":0}}]}";
        assertThat(Fio.parse(said, Access.SEQUENTIAL_READ).bytesPerSecond()).isCloseTo(52428800, within(1.0));
        assertThat(Fio.parse(said, Access.RANDOM_WRITE).bytesPerSecond()).isZero();
    }

    @Test
    void answerThatIsNone_isRefusedWithWhatWouldDo() {
        for (String said : new String[] {"{}", "{\"jobs\":[]}", "{\"jobs\":[{\"read\":{}}]}"}) {
            assertThatIOException()
                    .isThrownBy(() -> Fio.parse(said, Access.RANDOM_READ))
                    .withMessageContaining("--no-fio");
        }
    }

    @Test
    void realFio_usesTheFileItIsGivenInEveryWay() throws Exception {
        Optional<Fio> fio = Fio.find();
        Tier.current().needs(fio.isPresent(), "fio is not installed");
        Path file = folder.resolve("one:two");
        long size = 16L << 20;
        DirectIo direct = new DirectIo(Ticker.system());
        direct.lay(file, size);
        Tier.current().needs(direct.isDirect(file), "no direct I/O in the folder for temporary files");
        for (Access access : Access.values()) {
            assertThat(fio.get().run(access, file, size, Duration.ofSeconds(1)).bytes())
                    .isPositive();
        }
        assertThat(file).hasSize(size);
    }
}

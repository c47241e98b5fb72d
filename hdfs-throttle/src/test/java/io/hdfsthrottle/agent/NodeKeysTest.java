package io.hdfsthrottle.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.fakes.Grants;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.SigningKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node believes of tags, with the keys that it has at the moment. */
final class NodeKeysTest {

    private static final String OLD = SigningKeys.line("k1", new byte[32]);
    private static final String NEW = SigningKeys.line("k2", new byte[40]);
    private static final Grant GRANT = Grants.of(7, 3);
    private static final GrantedApplication APPLICATION =
            GrantedApplication.of("app-1", "alice", Grants.GOLD, 1_763_600_000);

    @TempDir
    private Path folder;

    private final HandSetTicker ticker = new HandSetTicker();
    private int version;

    private Path write(String... lines) throws IOException {
        Path file = Files.write(folder.resolve("keys"), List.of(lines));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * ++version));
    }

    private static AppTag signedWith(String line) {
        return SigningKeys.parse(List.of(line)).sign(GRANT.cluster(), "app-1", "alice", 1_763_600_000);
    }

    @Test
    void keysAreReplacedWithoutARestart() throws IOException {
        NodeKeys keys = NodeKeys.of(Optional.of(write(OLD)), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isFalse();

        write(NEW, OLD);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isTrue();

        write(NEW);
        ticker.advance(Duration.ofSeconds(1));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isFalse();
        assertThat(keys.believe(signedWith(NEW), APPLICATION, GRANT)).isTrue();
    }

    @Test
    void fileThatCannotBeUsed_refusesEveryTagUntilItCan() throws IOException {
        Path file = write("k1 tooshort");
        NodeKeys keys = NodeKeys.of(Optional.of(file), ticker);
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isFalse();
        assertThat(keys.keys()).isEmpty();

        write(OLD);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
    }

    @Test
    void nodeWithoutAFile_believesAnyTagOfALivingApplication() {
        NodeKeys keys = NodeKeys.of(Optional.empty(), ticker);

        assertThat(keys.believe(signedWith(OLD), APPLICATION, GRANT)).isTrue();
        assertThat(keys.areChecked()).isFalse();
    }
}

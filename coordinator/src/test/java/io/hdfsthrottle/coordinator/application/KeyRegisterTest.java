package io.hdfsthrottle.coordinator.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.SigningKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KeyRegisterTest {
    private static final Term TERM = new Term(1, 1);

    private final MemoryStore store = new MemoryStore();

    private static String key(String id, int secret) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) secret;
        return SigningKeys.line(id, bytes);
    }

    private void lead(String... lines) {
        SigningKeys keys = SigningKeys.parse(List.of(lines));
        new KeyRegister(store, () -> keys).open(TERM);
    }

    @Test
    void coordinatorWithTheSameKeys_leads() {
        lead(key("k1", 1));

        assertThatCode(() -> lead(key("k1", 1))).doesNotThrowAnyException();
    }

    @Test
    void coordinatorWithAnotherKeyOfTheSameName_doesNotLead() {
        lead(key("k1", 1));

        assertThatExceptionOfType(KeyRegister.Conflict.class)
                .isThrownBy(() -> lead(key("k1", 2)))
                .withMessageContainingAll("k1", "signing.keys.file", "new id");
    }

    @Test
    void newKeyWithANewName_isAccepted_andItsNameIsTaken() {
        lead(key("k1", 1));
        lead(key("k2", 2), key("k1", 1));
        lead(key("k2", 2));

        assertThatExceptionOfType(KeyRegister.Conflict.class).isThrownBy(() -> lead(key("k1", 3)));
    }

    @Test
    void whatIsKept_showsNoKey() {
        lead(key("k1", 1));

        String kept = new String(store.load("keys").orElseThrow(), StandardCharsets.US_ASCII);
        assertThat(kept).matches("\\{\"version\":1,\"state\":\"k1:[0-9a-f]{32}\"}");
    }

    @Test
    void keyThatIsReplacedWhileItLeads_isFoundOut() {
        List<SigningKeys> now = new java.util.ArrayList<>(List.of(SigningKeys.parse(List.of(key("k1", 1)))));
        KeyRegister register = new KeyRegister(store, () -> now.get(0));
        register.open(TERM);
        now.set(0, SigningKeys.parse(List.of(key("k1", 2))));

        assertThatExceptionOfType(KeyRegister.Conflict.class).isThrownBy(() -> register.confirm());
    }

    @Test
    void whatSomebodyElseWroteThere_isRefused() {
        store.write(TERM, "keys", "no fingerprints".getBytes(StandardCharsets.US_ASCII));

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> lead(key("k1", 1)));
    }
}

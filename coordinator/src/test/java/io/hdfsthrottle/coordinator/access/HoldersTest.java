package io.hdfsthrottle.coordinator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class HoldersTest {
    private static final String TOKEN = "0123456789abcdef-alice";
    private static final String OTHER = "0123456789abcdef-other";

    private static Holders holders(String... lines) {
        return Holders.of(AccessFile.parse(List.of(lines)));
    }

    @Test
    void newHolder_isNamedWithRolesAndBounds() {
        assertThat(holders("etl register tenant=etl token=" + TOKEN).changeFrom(holders()))
                .hasValue("etl: nothing to (register tenant=etl token)");
    }

    @Test
    void newSecretOfAHolder_isAChange_andNoSecretIsTold() {
        assertThat(holders("carol admin token=" + OTHER).changeFrom(holders("carol admin token=" + TOKEN)))
                .hasValue("carol: (admin token) to (admin token)");
    }

    @Test
    void holderThatIsGone_isNamed() {
        assertThat(holders().changeFrom(holders("carol admin,view certificate=carol")))
                .hasValue("carol: (view,admin certificate=carol) to nothing");
    }

    @Test
    void sameFile_isNoChange() {
        assertThat(holders("carol admin token=" + TOKEN).changeFrom(holders("carol admin token=" + TOKEN)))
                .isEmpty();
    }
}

package io.hdfsthrottle.mode;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.identity.Tenant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ModesTest {

    private static final String CANARY = "dn1:9866";
    private static final String OTHER = "dn2:9866";
    private static final Tenant ETL = Tenant.named("etl");

    private static Modes of(Mode cluster, Map<String, Mode> nodes) {
        return Modes.of(Optional.ofNullable(cluster), nodes, Map.of(ETL, Mode.SHADOW));
    }

    @Test
    void nodesOwnMode_precedesTheClusters() {
        Modes modes = of(Mode.SHADOW, Map.of(CANARY, Mode.ENFORCE));
        assertThat(modes.of(CANARY)).contains(Mode.ENFORCE);
        assertThat(modes.of(OTHER)).contains(Mode.SHADOW);
    }

    @Test
    void offForTheCluster_isOffEverywhere() {
        assertThat(of(Mode.OFF, Map.of(CANARY, Mode.ENFORCE)).of(CANARY)).contains(Mode.OFF);
    }

    @Test
    void nodeOfWhichNothingIsSaid_goesByItsSettings() {
        Modes modes = of(null, Map.of(CANARY, Mode.OFF));
        assertThat(modes.of(OTHER)).isEmpty();
        assertThat(modes.of(CANARY)).contains(Mode.OFF);
        assertThat(Modes.NONE.of(OTHER)).isEmpty();
    }

    @Test
    void tenantOfWhichNothingIsSaid_isScheduledWhereItsNodeSchedules() {
        assertThat(of(null, Map.of()).of(ETL)).isEqualTo(Mode.SHADOW);
        assertThat(of(null, Map.of()).of(Tenant.DEFAULT)).isEqualTo(Mode.ENFORCE);
    }

    @Test
    void tenant_doesNoMoreThanItsNode() {
        assertThat(Mode.OFF.least(Mode.SHADOW)).isEqualTo(Mode.OFF);
        assertThat(Mode.ENFORCE.least(Mode.SHADOW)).isEqualTo(Mode.SHADOW);
        assertThat(Mode.ENFORCE.least(Mode.ENFORCE)).isEqualTo(Mode.ENFORCE);
    }

    @Test
    void everyMode_isFoundByItsName_andNothingElseIs() {
        for (Mode mode : Mode.values()) {
            assertThat(Mode.labelled(mode.label())).contains(mode);
            assertThat(Mode.LABELS).contains(mode.label());
        }
        assertThat(Mode.labelled("OFF")).isEmpty();
        assertThat(Mode.labelled("")).isEmpty();
    }
}

package io.hdfsthrottle.coordinator.feature.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.feature.tier.Tier.Kind;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Stored;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.identity.Tenant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class TierTableTest {
    private static final Tenant ETL = Tenant.named("etl");
    private static final Tenant GOLD = Tenant.named("gold");

    private static TenantTiers tiers(Tenant tenant, String temporary, String stable) {
        return new TenantTiers(
                tenant,
                Optional.ofNullable(temporary)
                        .map(path -> Tier.of(
                                Kind.TEMPORARY, path, "LAZY_PERSIST", OptionalLong.of(10L << 30), Duration.ofHours(1))),
                Optional.ofNullable(stable)
                        .map(path ->
                                Tier.of(Kind.STABLE, path, "ONE_SSD", OptionalLong.empty(), Duration.ofHours(24))));
    }

    private static void refused(String message, Runnable what) {
        assertThatExceptionOfType(InvalidInput.class).isThrownBy(what::run).withMessageContaining(message);
    }

    @Test
    void folders_neverOverlap_withinATenantOrBetweenTwo() {
        refused("stable.path", () -> tiers(ETL, "/tmp/etl", "/tmp/etl/stable"));
        TierTable table = TierTable.EMPTY.with(tiers(ETL, "/tmp/etl", "/data/etl"));
        refused("/data/etl of tenant etl", () -> table.with(tiers(GOLD, "/data", null)));
        refused("/tmp/etl of tenant etl", () -> table.with(tiers(GOLD, null, "/tmp/etl/x")));
        assertThat(table.with(tiers(GOLD, "/tmp/etl2", null)).tenants()).hasSize(2);
        assertThat(table.with(tiers(ETL, "/tmp", null)).tenants()).hasSize(1);
        refused("temporary, stable or both", () -> tiers(ETL, null, null));
    }

    @Test
    void whatCannotBe_isRefusedWithAGoodValue() {
        for (String path : new String[] {"", "/", "tmp", "/tmp/", "//tmp", "/a/../b", "/a/.snapshot/b", "/a\nb"}) {
            refused("/tmp/etl", () -> Tier.of(Kind.TEMPORARY, path, null, OptionalLong.empty(), Duration.ofHours(1)));
        }
        refused(
                "ALL_SSD, LAZY_PERSIST",
                () -> Tier.of(Kind.TEMPORARY, "/a", "ONE_SSD", OptionalLong.empty(), Duration.ofHours(1)));
        refused(
                "ALL_SSD, ONE_SSD",
                () -> Tier.of(Kind.STABLE, "/a", "COLD", OptionalLong.empty(), Duration.ofHours(1)));
        refused("10737418240", () -> Tier.of(Kind.STABLE, "/a", null, OptionalLong.of(0), Duration.ofHours(1)));
        refused(
                "a whole number of seconds",
                () -> Tier.of(Kind.STABLE, "/a", null, OptionalLong.empty(), Duration.ofSeconds(0)));
    }

    @Test
    void tableAsLargeAsItMayBe_isKept_andNoLarger() {
        TierTable table = TierTable.EMPTY;
        String long1000 = "x".repeat(200);
        for (int i = 0; i < TierTable.MOST; i++) {
            String path = "/" + i + ("/" + long1000).repeat(4);
            table = table.with(tiers(Tenant.named("t" + i), path + "/t", path + "/s"));
        }
        TierTable full = table;
        assertThat(Stored.write(TierTable.CONCERN, full)).hasSizeLessThan(SnapshotStore.LARGEST_BYTES);
        assertThat(Stored.read(TierTable.CONCERN, Stored.write(TierTable.CONCERN, full)))
                .isEqualTo(full);
        refused("one of the 100 tenants", () -> full.with(tiers(ETL, "/tmp/etl", null)));
    }

    @Test
    void whatWasDecided_isThereForTheNextLeader() {
        MemoryStore store = new MemoryStore();
        TierBook book = new TierBook(MigrationTest.settings(1), store);
        assertThat(book.ifOpen()).isEmpty();
        book.open(new Term(1, 0));
        TierTable decided = book.change(table -> table.with(tiers(ETL, "/tmp/etl", null)), false);
        TierTable rehearsed = book.change(table -> table.without(ETL), true);
        assertThat(rehearsed).isEqualTo(TierTable.EMPTY);
        book.close();
        book.open(new Term(2, 1));
        assertThat(book.table()).isEqualTo(decided);

        store.refuse(NotStored.Reason.OUTCOME_UNKNOWN);
        assertThatExceptionOfType(NotStored.class).isThrownBy(() -> book.change(table -> table.without(ETL), false));
        assertThat(book.table()).isEqualTo(decided);
    }

    @Test
    void snapshotThatIsNotUnderstood_isRefused() {
        for (String written :
                new String[] {"{\"version\":2}", "{", "{\"version\":1,\"state\":{\"tenants\":[{\"tenant\":\"a\"}]}}"}) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> Stored.read(TierTable.CONCERN, written.getBytes(StandardCharsets.UTF_8)))
                    .withMessageContaining("the tiers in ZooKeeper");
        }
    }
}

package io.hdfsthrottle.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.part.SharePath;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tenant that has a disk for itself is charged and not scheduled, until somebody else wants the disk. */
@Tag("slow")
final class AloneTest {

    private static final double MIB = 1 << 20;
    private static final Tenant ONE = Tenant.named("one");
    private static final Tenant TWO = Tenant.named("two");

    private final QueueOnADisk rig = new QueueOnADisk(100 * MIB);

    @AfterEach
    void close() {
        rig.close();
        assertThat(rig.errors).isEmpty();
    }

    @Test
    void tenantAlone_isChargedForWhatItReads_andWaitsForNobody() {
        LongAdder sent = rig.readers(ONE, 4);
        untilNobodyWaits();
        TenantActivity before = tick(ONE);
        long bytes = sent.sum();
        await().until(() -> sent.sum() - bytes > 16 * MIB);
        TenantActivity after = tick(ONE);
        assertThat(after.waited().minus(before.waited())).isLessThan(Duration.ofMillis(50));
        assertThat((double) after.charged() - before.charged()).isGreaterThan(8 * MIB);
    }

    @Test
    void secondTenant_isScheduledBesideTheFirstFromItsFirstReadOn() {
        LongAdder one = rig.readers(ONE, 8);
        untilNobodyWaits();
        LongAdder two = rig.readers(TWO, 1);
        await().until(() -> two.sum() > 4 * MIB);
        long first = one.sum();
        long second = two.sum();
        await().until(() -> two.sum() - second > 32 * MIB);
        assertThat((double) (one.sum() - first)).isBetween(24 * MIB, 40 * MIB);
    }

    @Test
    void tenantThatWritesToo_isScheduled_soThatTheDiskIsMeasured() {
        LongAdder sent = rig.readers(ONE, 4);
        untilNobodyWaits();
        Stream writing = rig.account(ONE).write(Optional.of(rig.disk.new File()), Long.MAX_VALUE);
        assertThat(rig.queue.isAlone(rig.account(ONE).tenantQueue())).isFalse();
        tick(ONE);
        assertThat(rig.queue.isAlone(rig.account(ONE).tenantQueue())).isFalse();
        writing.leave();
        untilNobodyWaits();
        assertThat(sent.sum()).isPositive();
    }

    @Test
    void applicationsOfATenant_divideTheDisk_asIfItWereNotAlone() {
        LongAdder few = rig.readers(ONE, SharePath.of("few"), 1);
        LongAdder many = rig.readers(ONE, SharePath.of("many"), 8);
        await().until(() -> few.sum() > 150 * MIB);
        tick(ONE);
        long first = few.sum();
        long second = many.sum();
        await().until(() -> few.sum() - first > 32 * MIB);
        assertThat((double) (many.sum() - second)).isBetween(24 * MIB, 40 * MIB);
    }

    private void untilNobodyWaits() {
        await().until(() -> {
            tick(ONE);
            return rig.queue.isAlone(rig.account(ONE).tenantQueue());
        });
        await().until(() -> tick(ONE).waiting() == 0);
    }

    private TenantActivity tick(Tenant tenant) {
        rig.queue.tick(rig.grant);
        Optional<TenantActivity> activity = rig.queue.activity().tenants().stream()
                .filter(each -> each.terms().tenant().equals(tenant))
                .findFirst();
        return activity.orElseThrow();
    }
}

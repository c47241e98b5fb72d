package io.hdfsthrottle.coordinator.feature.timeline;

import static io.hdfsthrottle.coordinator.feature.timeline.Reports.GOLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ActivityTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Application APPLICATION = Application.registering("app-1", "nightly", "alice", null, 0);

    private final ActivityBook book = new ActivityBook(new HandSetTicker());
    private final Activity activity = new Activity();

    private double waited(int second, long millis) {
        VolumeUsage disk = Reports.disk("DS-1")
                .usedBy(List.of(ApplicationActivity.of("app-1", GOLD, 1, Duration.ofMillis(millis))));
        book.record(UsageReport.of("dn1:9866", GrantVersion.NONE, true, List.of(disk)));
        activity.next(List.of(APPLICATION), book, second * SECOND);
        return activity.lines().get(0).waited();
    }

    @Test
    void wait_isThatOfTheLastSeconds_andNotTheSum() {
        double first = waited(0, 500_000);
        double last = 0;
        for (int second = 1; second < 30; second++) {
            last = waited(second, 500_000 + second * 2_000L);
        }

        assertThat(first).isZero();
        assertThat(last).isCloseTo(2_000, within(1.0));
    }

    @Test
    void anApplicationThatHasEnded_isForgotten() {
        double unused = waited(0, 0);
        activity.next(List.of(), book, SECOND);

        assertThat(activity.lines()).isEmpty();
    }
}

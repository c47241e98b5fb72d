package io.hdfsthrottle.coordinator.feature.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.coordinator.HandSetTicker;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.ExecutorBook;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.ExecutorLoad;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LoadTest {
    private static final String MACHINE = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";

    private final HandSetTicker ticker = new HandSetTicker();
    private final ExecutorBook executors = new ExecutorBook(ticker);

    private static ExecutorClaim claim(String executor, long hdfs) {
        return ExecutorClaim.of(executor, MACHINE, 11, 1, List.of()).withHdfs(hdfs, 0);
    }

    @Test
    void executorsOfATenantsApplications_areSummed_andStagesCountOnceAnApplication() {
        executors.record("app-1", List.of(claim("1", 0)));
        ticker.advance(Duration.ofSeconds(5));
        executors.record(
                "app-1",
                List.of(
                        claim("1", 10_000_000).withLoad(ExecutorLoad.of(4, 2, 150, 1_000_000)),
                        claim("2", 0).withLoad(ExecutorLoad.of(4, 1, 50, 2_000_000))));
        executors.record("app-2", List.of(claim("1", 0).withLoad(ExecutorLoad.of(1, 1, 100, 0))));
        executors.record("silent", List.of(claim("1", 0)));
        executors.record("ended", List.of(claim("1", 0).withLoad(ExecutorLoad.of(9, 9, 9, 9))));
        List<Application> living = Stream.of("app-1", "app-2", "silent", "without")
                .map(id -> Application.registering(id, null, "u", null, 1))
                .toList();
        assertThat(Load.of(living, each -> Tenant.named(each.id().startsWith("app") ? "etl" : each.id()), executors))
                .containsOnlyKeys(Tenant.named("etl"))
                .containsValue(new Load(9, 3, 3, 3, 2));
    }
}

package io.hdfsthrottle.localio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LocalIoJsonTest {

    private static final String MACHINE = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";

    private static ExecutorClaim claim(String executor) {
        return ExecutorClaim.of(
                executor,
                MACHINE,
                4711,
                123_456,
                List.of(DeviceBytes.of("8:0", 2, 10, 20), DeviceBytes.of("8:16", 1, 5, 10)));
    }

    @Test
    void claims_areReadBackWhole_withTheSecretThatProvesThem() throws MalformedJsonException {
        List<ExecutorClaim> claims =
                List.of(claim("1"), claim("driver").withLoad(ExecutorLoad.of(8, 2, 350, 1L << 30)));
        JsonObject written = JsonObject.parse(LocalIoJson.claims("s3cret", claims));
        assertThat(written.text("secret")).isEqualTo("s3cret");
        assertThat(LocalIoJson.claims(written)).isEqualTo(claims);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 0, 0",
        "65537, 1, 0, 0",
        "1, 2, 0, 0",
        "1, -1, 0, 0",
        "1, 1, -1, 0",
        "1, 1, 6553601, 0",
        "1, 1, 0, -1",
        "1, 1, 0, 1125899906842625",
        "1, 1, NaN, 0",
        "1, 1, 1.5, 0",
        "1, 1, null, 0"
    })
    void loadThatNoProcessHas_isRefusedWithItsClaim(String tasks, String stages, String processor, String heap) {
        String written = JsonObject.write(LocalIoJson.claim(claim("1").withLoad(ExecutorLoad.IDLE)));
        String hostile = "{\"tasks\":" + tasks + ",\"stages\":" + stages + ",\"processorPercent\":" + processor
                + ",\"heapBytes\":" + heap + "}";
        String idle = "{\"tasks\":0,\"stages\":0,\"processorPercent\":0,\"heapBytes\":0}";
        assertThat(written).contains(idle);
        assertThatThrownBy(() -> LocalIoJson.claim(JsonObject.parse(written.replace(idle, hostile))))
                .isInstanceOfAny(IllegalArgumentException.class, MalformedJsonException.class);
    }

    @Test
    void executorsOfAMachine_areReadBackWhole() throws MalformedJsonException {
        List<LocalExecutor> executors = List.of(LocalExecutor.of("app-1", "alice", Tenant.named("gold"), claim("7")));
        assertThat(LocalIoJson.executors(LocalIoJson.executors(executors))).isEqualTo(executors);
    }

    @Test
    void moreClaimsThanAMessageMayHave_areRefusedWhole() {
        List<ExecutorClaim> many = Collections.nCopies(LocalIoJson.MOST_CLAIMS + 1, claim("1"));
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> LocalIoJson.claims(JsonObject.parse(LocalIoJson.claims("s", many))));
    }

    @ParameterizedTest
    @CsvSource({
        "../../x, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 4711, 8:0",
        "1, not-a-boot-id, 4711, 8:0",
        "1, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 1, 8:0",
        "1, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 0, 8:0",
        "1, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 9999999999, 8:0",
        "1, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 4711, sda",
        "1, 0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0, 4711, '8:0 1'"
    })
    void hostileClaims_areNone(String executor, String machine, long pid, String device) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> ExecutorClaim.of(executor, machine, pid, 1, List.of(DeviceBytes.of(device, 1, 0, 0))));
    }
}

package io.hdfsthrottle.coordinator.api;

import com.google.common.math.LongMath;
import io.hdfsthrottle.coordinator.admission.Admission.Permit;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.ExecutorBook;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.localio.DeviceBytes;
import io.hdfsthrottle.localio.ExecutorClaim;
import io.hdfsthrottle.localio.LocalIoJson;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * REST endpoints {@code /v1/applications/{application}/executors}: drivers say which processes their executors are and
 * what these moved; people ask for it.
 */
record ExecutorRoutes(Services services) {
    private static final int LARGEST_CLAIMS_BYTES = 192 << 10;

    /** A claim is seventeen members, and four for each disk. */
    private static final int MOST_CLAIM_PARTS = LocalIoJson.MOST_CLAIMS * 85;

    private record ExecutorsAnswer(List<ExecutorAnswer> executors, String next) {}

    private record ExecutorAnswer(String executor, MovedAnswer hdfs, MovedAnswer local) {
        static ExecutorAnswer of(ExecutorBook.Known known) {
            ExecutorClaim claim = known.claim();
            return new ExecutorAnswer(
                    claim.executor(),
                    new MovedAnswer(
                            claim.hdfsRead(), claim.hdfsWritten(), known.hdfs().bytesPerSecond()),
                    new MovedAnswer(
                            sum(claim, DeviceBytes::read),
                            sum(claim, DeviceBytes::written),
                            known.local().bytesPerSecond()));
        }

        private static long sum(ExecutorClaim claim, ToLongFunction<DeviceBytes> bytes) {
            return claim.devices().stream().mapToLong(bytes).reduce(0, LongMath::saturatedAdd);
        }
    }

    private record MovedAnswer(long readBytes, long writtenBytes, long bytesPerSecond) {}

    void addTo(RoutesConfig routes) {
        routes.post("/v1/applications/{application}/executors", this::hear, Needs.REGISTER);
        routes.get("/v1/applications/{application}/executors", this::list, Needs.VIEW);
    }

    private void hear(Context context) {
        String id = ApplicationRoutes.id(context);
        Permit room = Gate.admission(context).body(LARGEST_CLAIMS_BYTES);
        try {
            byte[] body = RequestBody.bytes(context, LARGEST_CLAIMS_BYTES, MOST_CLAIM_PARTS);
            JsonObject said = JsonObject.parse(new String(body, StandardCharsets.UTF_8));
            Application application = services.registrations()
                    .proven(id, said.text("secret"))
                    .orElseThrow(() -> ApplicationRoutes.unknown(id));
            services.nodes().executors().record(application.id(), LocalIoJson.claims(said));
        } catch (MalformedJsonException | IllegalArgumentException malformed) {
            throw Problem.malformed("No claims of executors: " + malformed.getMessage());
        } finally {
            room.close();
        }
        context.status(204);
    }

    private void list(Context context) {
        String id = ApplicationRoutes.id(context);
        Application application =
                services.applications().application(id).orElseThrow(() -> ApplicationRoutes.unknown(id));
        Page<ExecutorBook.Known> page =
                Page.of(context, services.nodes().executors().of(application.id()), each -> each.claim()
                        .executor());
        Answers.json(context, 200, new ExecutorsAnswer(page.map(ExecutorAnswer::of), page.next()));
    }
}

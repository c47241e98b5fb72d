package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** What a coordinator answers to a request, when its status matters, too. */
final class HttpAnswer {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private HttpAnswer() {}

    /** The document in the answer, which has that status; an empty one if there is none. */
    static JsonObject of(URI address, String method, String body, int status)
            throws IOException, InterruptedException, MalformedJsonException {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(address)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return JsonObject.parse(answer.body().isEmpty() ? "{}" : answer.body());
    }
}

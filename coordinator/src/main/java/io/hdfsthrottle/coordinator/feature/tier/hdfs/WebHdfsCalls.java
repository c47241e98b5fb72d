package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Gone;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode.Refused;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Sends WebHDFS requests: finds the active NameNode, and turns its refusals into exceptions. For one thread. */
final class WebHdfsCalls {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int LARGEST_ANSWER = 8 << 20;
    private static final int LONGEST_MESSAGE = 300;

    private final List<URI> nameNodes;
    private final HttpClient client;
    private final Supplier<Map<String, String>> identity;
    private int active;

    /** The NameNode is not active, or not yet. */
    private static final class Standby extends IOException {
        private static final long serialVersionUID = 1L;

        Standby(String message) {
            super(message);
        }
    }

    /** @param identity the caller, as query parameters */
    WebHdfsCalls(List<URI> nameNodes, HttpClient client, Supplier<Map<String, String>> identity) {
        this.nameNodes = nameNodes;
        this.client = client;
        this.identity = identity;
    }

    JsonObject get(String path, String operation, Map<String, String> parameters)
            throws IOException, MalformedJsonException {
        return JsonObject.parse(call("GET", path, operation, parameters));
    }

    void put(String path, String operation, Map<String, String> parameters) throws IOException {
        String unused = call("PUT", path, operation, parameters);
    }

    private String call(String method, String path, String operation, Map<String, String> parameters)
            throws IOException {
        Map<String, String> query = new TreeMap<>(parameters);
        query.put("op", operation);
        Map<String, String> caller = identity.get();
        query.putAll(caller);
        String target = "/webhdfs/v1" + encodedPath(path) + "?"
                + query.entrySet().stream()
                        .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                        .collect(Collectors.joining("&"));
        IOException trouble = null;
        for (int tried = 0; tried < nameNodes.size(); tried++) {
            URI nameNode = nameNodes.get(active);
            try {
                return send(method, URI.create(nameNode + target), caller.getOrDefault("delegation", ""));
            } catch (Gone | Refused answered) {
                throw answered;
            } catch (InterruptedIOException ending) {
                throw ending;
            } catch (IOException other) {
                trouble = other;
                active = (active + 1) % nameNodes.size();
            }
        }
        throw new IOException(
                "no active NameNode answers at " + nameNodes + ": "
                        + (trouble.getMessage() == null ? trouble : trouble.getMessage()),
                trouble);
    }

    /** @param secret what no message shows, also where the answer repeats it; empty for nothing */
    private String send(String method, URI address, String secret) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            String body;
            try (InputStream in = answer.body()) {
                byte[] bytes = in.readNBytes(LARGEST_ANSWER + 1);
                if (bytes.length > LARGEST_ANSWER) {
                    throw new Refused("HDFS's answer is longer than " + LARGEST_ANSWER + " bytes");
                }
                body = new String(bytes, StandardCharsets.UTF_8);
            }
            if (answer.statusCode() / 100 == 2) {
                return body;
            }
            throw refusal(answer.statusCode(), secret.isEmpty() ? body : body.replace(secret, "(not shown)"));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("the coordinator ends");
            ended.initCause(ending);
            throw ended;
        }
    }

    private static IOException refusal(int status, String body) {
        try {
            JsonObject remote = JsonObject.parse(body).object("RemoteException");
            String message = firstLine(remote.optionalText("message").orElse("no reason given"));
            return switch (remote.text("exception")) {
                case "FileNotFoundException" -> new Gone(message);
                case "StandbyException", "RetriableException" -> new Standby(message);
                default -> new Refused(message);
            };
        } catch (MalformedJsonException noReason) {
            return new Refused("the NameNode answers with HTTP status " + status
                    + (status == 401 ? ": set tiers.token.file to a delegation token" : ""));
        }
    }

    private static String firstLine(String message) {
        String line = PlainText.of(message.lines().findFirst().orElse(""));
        return line.length() <= LONGEST_MESSAGE ? line : line.substring(0, LONGEST_MESSAGE) + "...";
    }

    private static String encodedPath(String path) {
        return encoded(path).replace("%2F", "/");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

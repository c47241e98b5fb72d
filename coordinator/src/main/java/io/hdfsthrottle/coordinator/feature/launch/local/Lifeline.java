package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.DiskLessor;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * How a deployment without its coordinator keeps its lease: whoever leads is asked to renew it. Uses the JDK alone.
 *
 * @param coordinators addresses, the own one first
 * @param trust the certificates by which they are trusted; empty for those that Java trusts
 * @param token of the deployment
 * @param patienceMillis how long it runs without an answer: less than its lease then lasts with its grace
 */
record Lifeline(List<String> coordinators, String trust, String token, long patienceMillis) implements Serializable {
    private static final Duration LONGEST = Duration.ofSeconds(3);

    /** Seconds, less than the grace in which nobody else has the disks of a lease that has expired. */
    private static final long AFTER_LEASE = DiskLessor.GRACE - 5;

    private static final Pattern LEASE = Pattern.compile("\"leaseSeconds\"\\s*:\\s*([0-9]{1,9})\\b");
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    Lifeline {
        coordinators = List.copyOf(coordinators);
    }

    HttpClient client() throws IOException, GeneralSecurityException {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LONGEST);
        return trust.isEmpty()
                ? client.build()
                : client.sslContext(trusting(Path.of(trust))).build();
    }

    private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry(String.valueOf(store.size()), each);
            }
        }
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trusted.getTrustManagers(), null);
        return context;
    }

    /**
     * Asks one after the other until the leader has answered; blocks up to 3 s for each.
     *
     * @return for how long the deployment may go on since then: zero if its lease is over; empty if nobody says so
     */
    Optional<Duration> ask(HttpClient client, String deployment) throws InterruptedException {
        for (String coordinator : coordinators) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(coordinator + "/v1/deployments/" + deployment + "/renewal"))
                    .header("Authorization", "Bearer " + token)
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            // a timeout of the request would end with the answer's headers
            CompletableFuture<HttpResponse<String>> sent =
                    client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
            try {
                HttpResponse<String> answer =
                        sent.get(Math.min(LONGEST.toMillis(), patienceMillis), TimeUnit.MILLISECONDS);
                String type = answer.headers().firstValue("Content-Type").orElse("");
                Matcher lease = LEASE.matcher(answer.body());
                if (answer.statusCode() == OK && lease.find()) {
                    long left = (Long.parseLong(lease.group(1)) + AFTER_LEASE) * 1_000;
                    return Optional.of(Duration.ofMillis(Math.min(left, patienceMillis)));
                } else if (answer.statusCode() == NOT_FOUND && type.startsWith("application/problem+json")) {
                    return Optional.of(Duration.ZERO);
                }
            } catch (ExecutionException | TimeoutException notReached) {
                sent.cancel(true); // the next one may lead
            }
        }
        return Optional.empty();
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "lifeline to " + coordinators;
    }
}

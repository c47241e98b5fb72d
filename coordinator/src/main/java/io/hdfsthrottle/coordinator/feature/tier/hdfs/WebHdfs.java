package io.hdfsthrottle.coordinator.feature.tier.hdfs;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * WebHDFS client for NameNodes, as of Hadoop 3.4. Every answer is bounded, in time and in length. For one thread.
 *
 * @see <a href="https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-hdfs/WebHDFS.html">WebHDFS REST
 * API</a>
 */
public final class WebHdfs implements NameNode {
    private static final Logger LOG = LoggerFactory.getLogger(WebHdfs.class);
    private static final Duration CONNECT = Duration.ofSeconds(5);

    /** More than a NameNode lists at a time ({@code dfs.ls.limit}) by default. */
    private static final int MOST_ENTRIES = 10_000;

    /** The number of blocks per request. */
    private static final int BLOCKS = 500;

    private static final long NO_QUOTA = -1;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_=-]{16,8192}");

    /** In the message of a NameNode that was already asked to move the blocks of a file. */
    private static final String ALREADY = "already called for satisfying";

    /** Marks such a file; a satisfier removes this attribute when it has moved the blocks (HdfsServerConstants). */
    private static final String ASKED_FOR = "user.hdfs.sps";

    private final WebHdfsCalls calls;

    private WebHdfs(WebHdfsCalls calls) {
        this.calls = calls;
    }

    /**
     * A client of those NameNodes; sends no request yet.
     *
     * @throws IOException if a file of the settings cannot be used; the message names it
     */
    public static WebHdfs of(List<URI> nameNodes, String user, Optional<Path> tokenFile, Optional<Path> trustFile)
            throws IOException {
        HttpClient.Builder builder = HttpLink.client(CONNECT);
        if (trustFile.isPresent()) {
            builder.sslContext(TlsFiles.of(trustFile.get(), null, null).context());
        }
        return new WebHdfs(new WebHdfsCalls(nameNodes, builder.build(), identity(user, tokenFile)));
    }

    private static Supplier<Map<String, String>> identity(String user, Optional<Path> tokenFile) throws IOException {
        if (tokenFile.isEmpty()) {
            return () -> Map.of("user.name", user);
        }
        SecretFile<String> token = SecretFile.open(tokenFile.get(), WebHdfs::token, Ticker.system());
        return () -> Map.of("delegation", token.get());
    }

    private static String token(List<String> lines) {
        return SecretFile.onlyLine(lines, TOKEN, "the urlString of a delegation token (WebHDFS: GETDELEGATIONTOKEN)");
    }

    @Override
    public Entry status(String path) throws IOException {
        return read(() -> entry(path, calls.get(path, "GETFILESTATUS", Map.of()).object("FileStatus")));
    }

    @Override
    public Page list(String folder, String after) throws IOException {
        Map<String, String> parameters = after.isEmpty() ? Map.of() : Map.of("startafter", after);
        return read(() -> {
            JsonObject listing =
                    calls.get(folder, "LISTSTATUS_BATCH", parameters).object("DirectoryListing");
            List<Entry> entries = new ArrayList<>();
            for (JsonObject status :
                    listing.object("partialListing").object("FileStatuses").objects("FileStatus", MOST_ENTRIES)) {
                if (!status.text("type").equals("SYMLINK")) {
                    entries.add(entry(folder + "/" + status.text("pathSuffix"), status));
                }
            }
            return new Page(entries, listing.count("remainingEntries") > 0);
        });
    }

    private static Entry entry(String path, JsonObject status) throws MalformedJsonException {
        return new Entry(
                path,
                status.count("fileId"),
                status.text("type").equals("DIRECTORY"),
                status.count("length"),
                Math.toIntExact(status.count("replication")),
                status.count("modificationTime"),
                Math.toIntExact(status.count("storagePolicy")),
                status.count("blockSize"));
    }

    @Override
    public Usage usage(String folder, String type) throws IOException {
        return read(() -> {
            JsonObject usage = calls.get(folder, "GETQUOTAUSAGE", Map.of()).object("QuotaUsage");
            Optional<JsonObject> types = usage.optionalObject("typeQuota");
            Optional<JsonObject> quota = types.isPresent() ? types.get().optionalObject(type) : Optional.empty();
            return quota.isEmpty()
                    ? Usage.NONE
                    : new Usage(
                            OptionalLong.of(quota.get().count("quota")),
                            OptionalLong.of(quota.get().count("consumed")));
        });
    }

    @Override
    public long misplaced(Entry file, StoragePolicy policy) throws IOException {
        long bytes = 0;
        long stretch = BLOCKS * Math.max(1, file.blockSize());
        for (long offset = 0; offset < file.length(); offset += stretch) {
            long from = offset;
            bytes += read(() -> misplaced(
                    calls.get(
                            file.path(),
                            "GETFILEBLOCKLOCATIONS",
                            Map.of("offset", Long.toString(from), "length", Long.toString(stretch))),
                    policy));
        }
        return bytes;
    }

    private static long misplaced(JsonObject answer, StoragePolicy policy) throws MalformedJsonException {
        long bytes = 0;
        for (JsonObject block : answer.object("BlockLocations").objects("BlockLocation", MOST_ENTRIES)) {
            List<String> types = block.texts("storageTypes", MOST_ENTRIES);
            int ssd = (int) types.stream().filter("SSD"::equals).count();
            bytes += block.count("length") * policy.misplaced(ssd, types.size());
        }
        return bytes;
    }

    @Override
    public void take(Step step) throws IOException {
        try {
            if (step instanceof Step.ClearQuota clear) {
                calls.put(clear.path(), "SETQUOTABYSTORAGETYPE", quota(clear.type(), NO_QUOTA));
            } else if (step instanceof Step.SetPolicy set) {
                calls.put(
                        set.path(),
                        "SETSTORAGEPOLICY",
                        Map.of("storagepolicy", set.policy().name()));
            } else if (step instanceof Step.SetQuota set) {
                calls.put(set.path(), "SETQUOTABYSTORAGETYPE", quota(set.type(), set.bytes()));
            } else if (step instanceof Step.Satisfy satisfy) {
                satisfy(satisfy);
            }
        } catch (Refused refused) {
            throw new Refused("HDFS does not " + step + ": " + refused.getMessage());
        }
    }

    /**
     * A killed satisfier loses the files that the NameNode gave to it, and the NameNode gives out each once: such a
     * file has to be requested again. The NameNode ignores a request for a file that has the mark of an earlier one;
     * Hadoop 3.4 reports success all the same. A satisfier that still moves the file checks its blocks once more.
     */
    private void satisfy(Step.Satisfy step) throws IOException {
        if (step.again()) {
            removeMark(step.path());
        }
        try {
            calls.put(step.path(), "SATISFYSTORAGEPOLICY", Map.of());
        } catch (Refused refused) {
            if (!isAlready(refused)) {
                throw refused;
            }
            LOG.debug("{} is requested already: {}", step.path(), refused.getMessage());
        }
    }

    private void removeMark(String path) throws IOException {
        try {
            calls.put(path, "REMOVEXATTR", Map.of("xattr.name", ASKED_FOR));
        } catch (Refused moved) {
            LOG.debug("{} is not marked as requested: {}", path, moved.getMessage());
        }
    }

    private static boolean isAlready(Refused refused) {
        return refused.getMessage().contains(ALREADY);
    }

    private static Map<String, String> quota(String type, long bytes) {
        return Map.of("storagetype", type, "storagespacequota", Long.toString(bytes));
    }

    /** Parses an answer. */
    private interface Reading<T> {
        T read() throws IOException, MalformedJsonException;
    }

    private static <T> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (MalformedJsonException | ArithmeticException strange) {
            throw new Refused("HDFS's answer is not understood: " + strange.getMessage());
        }
    }
}

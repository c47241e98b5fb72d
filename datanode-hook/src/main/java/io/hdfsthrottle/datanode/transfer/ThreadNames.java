package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.kernel.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks whether this Hadoop names its transfer threads as {@link TransferName} parses them. The words are in the class
 * file of {@code DataXceiver}; where one of them is missing, clients cannot be told apart, and all are one tenant.
 */
public final class ThreadNames {

    private static final String SERVER = "/org/apache/hadoop/hdfs/server/datanode/DataXceiver.class";

    private ThreadNames() {}

    /** Searches the class file of this Hadoop. */
    public static Outcome known(Class<?> hadoop) {
        try (InputStream in = hadoop.getResourceAsStream(SERVER)) {
            return in == null ? Outcome.failed("there is no " + SERVER) : known(in.readAllBytes(), TransferName.WORDS);
        } catch (IOException unreadable) {
            return Outcome.failed(SERVER + " cannot be read: " + unreadable);
        }
    }

    public static Outcome known(byte[] classFile, List<String> words) {
        // Bytes map to characters one to one: the words are ASCII, which a class file stores unchanged.
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return words.stream()
                .filter(word -> !text.contains(word))
                .findFirst()
                .map(missing -> Outcome.failed(
                        "the grammar of its transfer threads' names is unknown: they hold no '" + missing + "'"))
                .orElse(Outcome.DONE);
    }
}

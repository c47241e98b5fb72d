package io.hdfsthrottle.localio;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The name of a thread by which a process declares itself an executor of an application. Only a process itself names
 * its threads (proc(5), comm), so no application can claim another's process; and an attacker that needs a name that an
 * existing process has by chance must try 2^72 applications.
 */
public final class ExecutorThreadName {

    private static final String BEGINS = "ht-";

    /** 72 bits are 12 letters: with the beginning as long as the kernel keeps a thread's name, 15. */
    private static final int BYTES = 9;

    private ExecutorThreadName() {}

    /** The name for that executor: 15 characters. */
    public static String of(String application, String executor) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] hash = digest.digest(("executor " + application + "/" + executor).getBytes(StandardCharsets.UTF_8));
            return BEGINS + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}

package io.hdfsthrottle.leash;

import java.io.IOException;
import java.io.InputStream;

/**
 * Java agent that ends this process when its parent process ends, for whatever reason.
 *
 * <p>Loaded with {@code -javaagent}, so the host keeps its own main class. The parent holds the other end of standard
 * input open and never writes; when it dies, even by SIGKILL, the kernel closes the pipe and the read here returns.
 */
public final class Leash {

    /** The code that a shell reports for a process ended by SIGKILL: this one is not shut down in order either. */
    private static final int EXIT_CODE = 137;

    private Leash() {}

    /**
     * Called by the JVM before the host's {@code main}.
     *
     * @param arguments unused
     */
    public static void premain(String arguments) {
        InputStream starter = System.in;
        Thread thread = new Thread(() -> waitForTheEndOf(starter), "leash");
        thread.setDaemon(true);
        thread.start();
    }

    private static void waitForTheEndOf(InputStream starter) {
        try {
            while (starter.read() >= 0) {
                // The parent never writes; a stray byte changes nothing.
            }
        } catch (IOException e) {
            System.err.println("leash: standard input broke, leaving: " + e);
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }
}

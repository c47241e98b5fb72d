package io.hdfsthrottle.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process of its own that has a thread of a given name, and lives until its input ends. */
public final class NamedProcess {

    private NamedProcess() {}

    /** Names a thread by the first argument, says so, and waits. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch named = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    named.countDown();
                    try {
                        Thread.currentThread().join();
                    } catch (InterruptedException ended) {
                        Thread.currentThread().interrupt();
                    }
                },
                args[0]);
        thread.setDaemon(true);
        thread.start();
        named.await();
        System.out.println("named");
        int unused = System.in.read();
    }

    /** Starts one, and waits until its thread has its name. */
    static Process started(String name) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NamedProcess.class.getName(),
                        name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.getInputStream().read() < 0) {
            throw new IOException("it did not start");
        }
        return process;
    }
}

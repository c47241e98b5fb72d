package io.hdfsthrottle.testkit.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.filefilter.AgeFileFilter;
import org.apache.commons.io.filefilter.PrefixFileFilter;
import org.apache.commons.io.function.Uncheck;

/**
 * A program's classes as a JVM keeps them (class data sharing, JEP 350): it then starts in about half the processor
 * time. The first process of a program that ends in order leaves them to later ones, of any rig. Thread-safe.
 */
final class ClassArchive {

    /** The exit code of a process ended by SIGKILL: its archive is not whole. */
    private static final int KILLED = 137;

    private static final long DAY_MILLIS = 86_400_000;

    /** A process that lives for longer is no longer waited for: another one makes the archive, too. */
    private static final long SOON_NANOS = 20_000_000_000L;

    private static final Map<Path, Long> IN_THE_MAKING = new ConcurrentHashMap<>();

    private final String program;
    private final Path kept;
    private final Path fresh;
    private final boolean isMaker;
    private boolean hasEnded;

    /** The archive of a program that can have one, in that folder. */
    ClassArchive(JavaCommand command, Path folder) {
        program = command.mainClass();
        kept = folder.resolve(program + "-" + key(command) + ".jsa");
        long now = System.nanoTime();
        fresh = Path.of(kept + "." + ProcessHandle.current().pid() + "." + now);
        isMaker = !Files.exists(kept) && now == IN_THE_MAKING.merge(kept, now, ClassArchive::maker);
    }

    /** Archives differ by Java, by JARs as they are now, and by the word of a command, such as {@code zookeeper}. */
    private static UUID key(JavaCommand command) {
        List<String> facts = new ArrayList<>(List.of(Runtime.version().toString()));
        command.classPath().stream()
                .takeWhile(entry -> !Files.isDirectory(entry))
                .flatMap(ClassArchive::jars)
                .forEach(jar -> facts.add(jar + " " + jar.length() + " " + jar.lastModified()));
        command.arguments().stream()
                .limit(1)
                .filter(word -> word.matches("[a-z]+"))
                .forEach(facts::add);
        return UUID.nameUUIDFromBytes(facts.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Stream<File> jars(Path entry) {
        return entry.endsWith("*")
                ? FileUtils.listFiles(entry.getParent().toFile(), new String[] {"jar"}, false).stream()
                        .sorted()
                : Stream.of(entry.toFile());
    }

    private static long maker(long since, long now) {
        return now - since < SOON_NANOS ? since : now;
    }

    /** Whether the process writes the archive when it ends. */
    boolean isMaker() {
        return isMaker;
    }

    /** What the JVM is to be told. */
    List<String> flags() {
        if (isMaker) {
            return List.of("-Xlog:cds*=error", "-XX:ArchiveClassesAtExit=" + fresh);
        }
        return Files.exists(kept) ? List.of("-XX:SharedArchiveFile=" + kept) : List.of();
    }

    /** The process has ended with that exit code. Has no effect the second time. */
    synchronized void ended(int code) {
        if (isMaker && !hasEnded) {
            hasEnded = true;
            IN_THE_MAKING.remove(kept);
            Uncheck.run(() -> keep(code));
        }
    }

    private void keep(int code) throws IOException {
        if (code == KILLED || !Files.exists(fresh)) {
            Files.deleteIfExists(fresh);
            return;
        }
        Files.move(fresh, kept, StandardCopyOption.ATOMIC_MOVE);
        // Those of JARs that have been built again since.
        AgeFileFilter old = new AgeFileFilter(System.currentTimeMillis() - DAY_MILLIS);
        PrefixFileFilter same = new PrefixFileFilter(program);
        FileUtils.listFiles(kept.getParent().toFile(), old.and(same), null).forEach(File::delete);
    }
}

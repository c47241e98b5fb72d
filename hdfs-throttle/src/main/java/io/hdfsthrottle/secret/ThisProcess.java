package io.hdfsthrottle.secret;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The user and the groups that this process acts as, by their numbers. Immutable. */
final class ThisProcess {

    static final int ROOT = 0;
    private static final int NOBODY = -1;
    private static final Path STATUS = Path.of("/proc/self/status");

    private final int user;
    private final Set<Integer> groups;

    ThisProcess(int user, Set<Integer> groups) {
        this.user = user;
        this.groups = Set.copyOf(groups);
    }

    /**
     * As the kernel says it now. The JDK's own {@code UnixSystem} takes a user without a line in {@code /etc/passwd},
     * as containers run, for root; the owner of {@code /proc/self} is root under jsvc.
     */
    static ThisProcess current() {
        try {
            int user = NOBODY;
            Set<Integer> groups = new HashSet<>();
            for (String line : Files.readAllLines(STATUS)) {
                String[] words = line.trim().split("\\s+", -1);
                if (words[0].equals("Uid:")) {
                    user = Integer.parseUnsignedInt(words[2]); // the effective one
                } else if (words[0].equals("Gid:") || words[0].equals("Groups:")) {
                    Arrays.stream(words).skip(1).map(Integer::parseUnsignedInt).forEach(groups::add);
                }
            }
            return new ThisProcess(user, groups);
        } catch (IOException | RuntimeException noLinux) {
            try {
                return new ThisProcess((int) new UnixSystem().getUid(), Set.of());
            } catch (LinkageError cannotTell) {
                return new ThisProcess(NOBODY, Set.of()); // no file is this user's, and callers report it
            }
        }
    }

    int user() {
        return user;
    }

    boolean isIn(int group) {
        return groups.contains(group);
    }

    @Override
    public String toString() {
        return "the user " + Integer.toUnsignedString(user);
    }
}

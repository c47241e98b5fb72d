package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class KnownGroupsTest {

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> asked = new ArrayList<>();
    private final Map<String, Set<String>> mapped = new HashMap<>(Map.of("alice", Set.of("analysts", "staff")));
    private final KnownGroups groups = new KnownGroups(this::mapped, nanos::get);

    private Set<String> mapped(String user) throws IOException {
        asked.add(user);
        if (!mapped.containsKey(user)) {
            throw new IOException("No groups found for user " + user);
        }
        return mapped.get(user);
    }

    @Test
    void groupsOfAUser_areKnownAfterTheNextLook_andWhoAskedAsksAgain() {
        assertThat(groups.of("alice")).isEmpty();
        assertThat(asked).isEmpty();
        groups.refresh();
        assertThat(groups.changes()).isEqualTo(1);
        assertThat(groups.of("alice")).contains(Set.of("analysts", "staff"));
    }

    @Test
    void user_isLookedUpOnceInFiveMinutes_andNewsCountThen() {
        assertThat(groups.of("alice")).isEmpty();
        for (int i = 0; i < 10; i++) {
            groups.refresh();
        }
        assertThat(asked).containsExactly("alice");
        mapped.put("alice", Set.of("staff"));
        nanos.addAndGet(KnownGroups.KNOWN_FOR.toNanos());
        groups.refresh();
        assertThat(groups.of("alice")).contains(Set.of("staff"));
        assertThat(groups.changes()).isEqualTo(2);
    }

    @Test
    void userOfNoGroups_changesNothing_andIsNotAskedForAgainAndAgain() {
        assertThat(groups.of("nobody")).isEmpty();
        groups.refresh();
        groups.refresh();
        assertThat(groups.of("nobody")).isEmpty();
        assertThat(groups.changes()).isZero();
        assertThat(asked).containsExactly("nobody");
    }

    @Test
    void groupsThatWereKnown_stayWhileTheDirectoryIsAway() {
        assertThat(groups.of("alice")).isEmpty();
        groups.refresh();
        mapped.clear();
        nanos.addAndGet(KnownGroups.KNOWN_FOR.toNanos());
        groups.refresh();
        assertThat(asked).hasSize(2);
        assertThat(groups.of("alice")).contains(Set.of("analysts", "staff"));
        assertThat(groups.changes()).isEqualTo(1);
    }

    @Test
    void whatIsNoUsersName_isNeverHandedToAMapping() {
        for (String hostile : List.of("-Z", "a;reboot", "a'b", "", "a b", "x".repeat(129), "$(id)")) {
            assertThat(groups.of(hostile)).as(hostile).isEmpty();
        }
        groups.refresh();
        assertThat(asked).isEmpty();
    }

    @Test
    void moreUsersThanThereIsRoomFor_pushOutThoseWhoAskedLongestAgo() {
        for (int i = 0; i < 3 * KnownGroups.MOST_USERS; i++) {
            assertThat(groups.of("user-" + i)).isEmpty();
        }
        for (int i = 0; i < 3 * KnownGroups.MOST_USERS; i++) {
            int before = asked.size();
            groups.refresh();
            assertThat(asked.size() - before).isLessThanOrEqualTo(KnownGroups.MOST_AT_ONCE);
        }
        assertThat(asked).hasSize(KnownGroups.MOST_USERS).contains("user-" + (3 * KnownGroups.MOST_USERS - 1));
    }
}

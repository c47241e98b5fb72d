package io.hdfsthrottle.setting;

import io.hdfsthrottle.queue.WaitLimits;
import io.hdfsthrottle.unit.Durations;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Sizes;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of pacing: the capacity that is divided, how reads are charged for it, how often, how long a thread may
 * be delayed, and how many more of them there may be. Immutable.
 */
public final class PacingSettings {

    private static final String CAPACITY = "volume.capacity";
    private static final String TICK = "pacing.tick";
    private static final String LONGEST_SLEEP = "pacing.longest.sleep";
    private static final String READAHEAD_MEMORY = "readahead.memory";
    private static final String CHARGE = "charge";
    private static final String EXTRA_SLOTS = "slots.extra";

    static final Set<String> KEYS = Set.of(CAPACITY, TICK, LONGEST_SLEEP, READAHEAD_MEMORY, CHARGE, EXTRA_SLOTS);

    private static final Duration SHORTEST_TICK = Duration.ofMillis(10);
    private static final Duration LONGEST_TICK = Duration.ofSeconds(1);
    private static final long LEAST_MEMORY = 16L << 20;
    private static final long MOST_MEMORY = 64L << 30;

    private final Rate capacity;
    private final Duration tick;
    private final WaitLimits limits;
    private final long readaheadMemory;
    private final Charge charge;
    private final double extraSlots;

    PacingSettings(Map<String, String> written) throws SettingException {
        capacity = Setting.read(written, CAPACITY, Setting.AUTO, PacingSettings::capacity);
        tick = Setting.read(written, TICK, "50ms", PacingSettings::tick);
        limits = Setting.read(written, LONGEST_SLEEP, "2s", value -> WaitLimits.of(Durations.parse(value)));
        readaheadMemory = Setting.read(written, READAHEAD_MEMORY, "256m", PacingSettings::memory);
        charge = Setting.read(written, CHARGE, Setting.AUTO, Charge::parse);
        extraSlots = Setting.read(written, EXTRA_SLOTS, "0.5", value -> Setting.part(value, "0.5"));
    }

    private static Long memory(String value) {
        try {
            long bytes = Sizes.parse(value);
            if (bytes >= LEAST_MEMORY && bytes <= MOST_MEMORY) {
                return bytes;
            }
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("16m to 64g, for example 256m", malformed);
        }
        throw new IllegalArgumentException("16m to 64g, for example 256m");
    }

    private static Rate capacity(String value) {
        if (value.equals(Setting.AUTO)) {
            return null;
        }
        Rate rate = Rate.parse(value);
        if (rate.bytesPerSecond() < 1 << 20) {
            throw new IllegalArgumentException("a disk gives at least 1m a second, for example 150m, or auto");
        }
        return rate;
    }

    private static Duration tick(String value) {
        Duration tick = Durations.parse(value);
        if (tick.compareTo(SHORTEST_TICK) < 0 || tick.compareTo(LONGEST_TICK) > 0) {
            throw new IllegalArgumentException("10ms to 1s, for example 50ms");
        }
        return tick;
    }

    /** The capacity of each volume, if set; without it each is paced by its measured capacity. */
    public Optional<Rate> capacity() {
        return Optional.ofNullable(capacity);
    }

    /** How often shares are computed anew. */
    public Duration tick() {
        return tick;
    }

    /** How many bytes may be read ahead on a volume, over all its streams. */
    public long readaheadMemory() {
        return readaheadMemory;
    }

    /** How reads are charged, if the kernel reports their cost. */
    public Charge charge() {
        return charge.orWith(capacity());
    }

    /**
     * How many more transfer threads the host may have while it is short of them: a part of its administrator's limit.
     */
    public double extraSlots() {
        return extraSlots;
    }

    /** The bounds of pacing. */
    public WaitLimits limits() {
        return limits;
    }
}

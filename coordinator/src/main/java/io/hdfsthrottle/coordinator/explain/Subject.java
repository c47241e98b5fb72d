package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.node.ActivityBook.Stay;
import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An application that somebody asks about.
 *
 * @param caller as the rules see it; empty once it has ended
 * @param claims the tenant that it asked for
 * @param rate what it moves lately
 * @param spent what the time of its operations went for, in milliseconds
 * @param stays where it was lately
 * @param runs its own, and the last ones of the same program before it; empty where it is not known
 */
public record Subject(
        String application,
        Tenant tenant,
        Optional<Caller> caller,
        Optional<Tenant> claims,
        Rate rate,
        Map<WaitCause, Double> spent,
        List<Stay> stays,
        List<Run> runs) {}

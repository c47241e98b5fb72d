package io.hdfsthrottle.coordinator.feature.lease;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hdfsthrottle.coordinator.node.DiskKind;
import io.hdfsthrottle.coordinator.node.Growth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON of one lease or waiting request for one. */
record LeaseAnswer(
        String lease,
        String state,
        String tenant,
        String user,
        int disks,
        int nodes,
        String kind,
        long forSeconds,
        long asked,
        long since,
        long until,
        boolean drain,
        List<DiskName> draining,
        Long leftBytes,
        Long othersBytes,
        Long othersSince,
        double othersFloor,
        List<DiskName> holds,
        @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, Object> outlook) {
    static LeaseAnswer of(Lease lease, Optional<Outlook> outlook, Optional<Growth> strangers, double floor) {
        return new LeaseAnswer(
                lease.id(),
                lease.isWaiting() ? "waiting" : lease.beginsDrained() ? "draining" : "granted",
                lease.ask().tenant().name(),
                lease.ask().user(),
                lease.ask().disks(),
                lease.ask().nodes(),
                lease.ask().kind().map(DiskKind::label).orElse(null),
                lease.ask().time().toSeconds(),
                lease.asked(),
                lease.since(),
                lease.until(),
                lease.ask().drain(),
                lease.draining(),
                lease.left().isPresent() ? lease.left().getAsLong() : null,
                strangers.map(Growth::sum).orElse(null),
                strangers.map(Growth::since).orElse(null),
                floor,
                lease.disks(),
                outlook.map(LeaseAnswer::members).orElse(null));
    }

    /** What resizing changes of a lease, hence what an entity tag is of. */
    static Object resizable(Lease lease) {
        return List.of(lease.id(), lease.disks()); // a map of several has another order in each process
    }

    /** Members of a refusal: why, what is free and when. */
    static Map<String, Object> refusal(String reason, Outlook outlook) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reason", reason);
        members.putAll(members(outlook));
        return members;
    }

    private static Map<String, Object> members(Outlook outlook) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("freeDisks", outlook.free());
        members.put("nodesWithEnough", outlook.nodes());
        members.put("ahead", outlook.ahead());
        members.put(
                "notBefore",
                outlook.notBefore().isPresent() ? outlook.notBefore().getAsLong() : null);
        members.put("unavailable", outlook.unavailable());
        return members;
    }
}

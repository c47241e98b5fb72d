package io.hdfsthrottle.link;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.localio.ExecutorStanding;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What a node reports back, about once a second: per volume and tenant, what was moved, due and waited. Immutable. */
public final class UsageReport {

    /** So many applications one volume may have in a report: those that waited longest there. */
    public static final int MOST_APPLICATIONS_OF_VOLUME = 32;

    /** So many lines of applications a report may have in all. */
    public static final int MOST_APPLICATIONS = 512;

    /** The keys of a node that was given none, and believes any tag of a living application. */
    public static final String NO_KEYS = "none";

    /** The keys of a node whose file cannot be used, and that believes no tag. */
    public static final String UNUSABLE_KEYS = "unusable";

    private final String node;
    private final GrantVersion grant;
    private final GrantVersion terms;
    private final boolean pacing;
    private final String keys;
    private final List<VolumeUsage> volumes;
    private final List<RuleUsage> rules;
    private final String machine;
    private final List<ExecutorStanding> executors;

    private UsageReport(
            String node,
            GrantVersion grant,
            GrantVersion terms,
            boolean pacing,
            String keys,
            List<VolumeUsage> volumes,
            List<RuleUsage> rules,
            String machine,
            List<ExecutorStanding> executors) {
        this.node = Objects.requireNonNull(node, "node");
        this.grant = Objects.requireNonNull(grant, "grant");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.pacing = pacing;
        this.keys = keys;
        this.volumes = List.copyOf(volumes);
        this.rules = List.copyOf(rules);
        this.machine = machine;
        this.executors = List.copyOf(executors);
    }

    /** A report of these. */
    public static UsageReport of(String node, GrantVersion grant, boolean pacing, List<VolumeUsage> volumes) {
        return new UsageReport(node, grant, GrantVersion.NONE, pacing, null, volumes, List.of(), null, List.of());
    }

    /**
     * The same with the signing keys that the node has.
     *
     * @throws IllegalArgumentException if it is neither {@link #NO_KEYS}, {@link #UNUSABLE_KEYS} nor {@link KeyFingerprints} as they are written
     */
    public UsageReport withKeys(String newKeys) {
        boolean fingerprints =
                !newKeys.isEmpty() && KeyFingerprints.parse(newKeys).isPresent();
        if (!fingerprints && !newKeys.equals(NO_KEYS) && !newKeys.equals(UNUSABLE_KEYS)) {
            throw new IllegalArgumentException("keys are '" + NO_KEYS + "', '" + UNUSABLE_KEYS + "' or fingerprints");
        }
        return new UsageReport(node, grant, terms, pacing, newKeys, volumes, rules, machine, executors);
    }

    /** The same with how often rules decided there. */
    public UsageReport withRules(List<RuleUsage> newRules) {
        return new UsageReport(node, grant, terms, pacing, keys, volumes, newRules, machine, executors);
    }

    /** The same with the version of the node's terms that it goes by. */
    public UsageReport withTerms(GrantVersion newTerms) {
        return new UsageReport(node, grant, newTerms, pacing, keys, volumes, rules, machine, executors);
    }

    /** The same with the boot id of the kernel that the node runs on, and how it found the executors that say they run there. */
    public UsageReport onMachine(String newMachine, List<ExecutorStanding> newExecutors) {
        return new UsageReport(node, grant, terms, pacing, keys, volumes, rules, newMachine, newExecutors);
    }

    /** Which node. */
    public String node() {
        return node;
    }

    /** The policy it goes by. */
    public GrantVersion grant() {
        return grant;
    }

    /** The terms of its own that it goes by; {@link GrantVersion#NONE} where the policy's hold. */
    public GrantVersion terms() {
        return terms;
    }

    /** Whether it paces; false while it lets everything pass. */
    public boolean pacing() {
        return pacing;
    }

    /** Its signing keys: {@link #NO_KEYS}, {@link #UNUSABLE_KEYS} or their fingerprints; nothing from a node that does not say. */
    public Optional<String> keys() {
        return Optional.ofNullable(keys);
    }

    /** Its disks. */
    public List<VolumeUsage> volumes() {
        return volumes;
    }

    /** The rules of its grant that decided there; those that did not are left out. */
    public List<RuleUsage> rules() {
        return rules;
    }

    /** The boot id of the kernel that the node runs on; nothing from a node that does not look for executors. */
    public Optional<String> machine() {
        return Optional.ofNullable(machine);
    }

    /** How the executors stand that say they run on the machine. */
    public List<ExecutorStanding> executors() {
        return executors;
    }

    /** One rule in a report. Immutable. */
    public static final class RuleUsage {

        private final String rule;
        private final long hits;
        private final Duration ago;

        private RuleUsage(String rule, long hits, Duration ago) {
            this.rule = Objects.requireNonNull(rule, "rule");
            this.hits = hits;
            this.ago = Objects.requireNonNull(ago, "ago");
        }

        /** A rule's usage. */
        public static RuleUsage of(String rule, long hits, Duration ago) {
            return new RuleUsage(rule, hits, ago);
        }

        /** Its name. */
        public String rule() {
            return rule;
        }

        /** How often it said whom a client belongs to, since the node started or the rule was changed. */
        public long hits() {
            return hits;
        }

        /** How long ago it did last, when the report was made. */
        public Duration ago() {
            return ago;
        }
    }

    /** One disk in a report. Immutable. */
    public static final class VolumeUsage {

        private final String volume;
        private final Rate capacity;
        private final List<TenantUsage> tenants;
        private final List<PathCover> coverage;
        private final List<ApplicationUsage> applications;
        private final DiskUse disk;
        private final DiskFacts device;

        private VolumeUsage(
                String volume,
                Rate capacity,
                List<TenantUsage> tenants,
                List<PathCover> coverage,
                List<ApplicationUsage> applications,
                DiskUse disk,
                DiskFacts device) {
            this.volume = Objects.requireNonNull(volume, "volume");
            this.capacity = capacity;
            this.tenants = List.copyOf(tenants);
            this.coverage = List.copyOf(coverage);
            this.applications = List.copyOf(applications);
            this.disk = disk;
            this.device = device;
        }

        /** A disk; capacity null where it is not known. */
        public static VolumeUsage of(String volume, Rate capacity, List<TenantUsage> tenants) {
            return new VolumeUsage(volume, capacity, tenants, List.of(), List.of(), null, null);
        }

        /** The same with what covers it. */
        public VolumeUsage coveredBy(List<PathCover> newCoverage) {
            return new VolumeUsage(volume, capacity, tenants, newCoverage, applications, disk, device);
        }

        /** The same with the applications that waited for it. */
        public VolumeUsage waitedFor(List<ApplicationUsage> newApplications) {
            return new VolumeUsage(volume, capacity, tenants, coverage, newApplications, disk, device);
        }

        /** The same with who uses its disk; null where that is not known. */
        public VolumeUsage sharedBy(DiskUse newDisk) {
            return new VolumeUsage(volume, capacity, tenants, coverage, applications, newDisk, device);
        }

        /** The same with the disk that it lies on. */
        public VolumeUsage on(DiskFacts newDevice) {
            return new VolumeUsage(volume, capacity, tenants, coverage, applications, disk, newDevice);
        }

        /** The volume's storage id. */
        public String volume() {
            return volume;
        }

        /** What it can give, if known. */
        public Optional<Rate> capacity() {
            return Optional.ofNullable(capacity);
        }

        /** Its tenants, those that were seen lately. */
        public List<TenantUsage> tenants() {
            return tenants;
        }

        /** The applications that waited longest for it and used it within the last minute, at most {@link #MOST_APPLICATIONS_OF_VOLUME}. */
        public List<ApplicationUsage> applications() {
            return applications;
        }

        /** Who uses its disk, HDFS and others; nothing from a node that does not say. */
        public Optional<DiskUse> disk() {
            return Optional.ofNullable(disk);
        }

        /** The disk that it lies on; nothing where there is no local one, or from a node that does not say. */
        public Optional<DiskFacts> device() {
            return Optional.ofNullable(device);
        }

        /** What covers each way that bytes go on it; empty from a node that does not say. */
        public List<PathCover> coverage() {
            return coverage;
        }
    }

    /** One application on one disk in a report. Immutable. */
    public static final class ApplicationUsage {

        private final String application;
        private final Tenant tenant;
        private final Duration waited;

        private ApplicationUsage(String application, Tenant tenant, Duration waited) {
            this.application = Objects.requireNonNull(application, "application");
            this.tenant = Objects.requireNonNull(tenant, "tenant");
            this.waited = Objects.requireNonNull(waited, "waited");
        }

        /** An application's usage. */
        public static ApplicationUsage of(String application, Tenant tenant, Duration waited) {
            return new ApplicationUsage(application, tenant, waited);
        }

        /** Its id. */
        public String application() {
            return application;
        }

        /** Whose share it waited in; it may have lines of several tenants, where rules look at operations. */
        public Tenant tenant() {
            return tenant;
        }

        /** How long its operations were made to wait since the node first saw it there, summed over operations. */
        public Duration waited() {
            return waited;
        }
    }

    /** One tenant on one disk in a report. Immutable. */
    public static final class TenantUsage {

        private final Tenant tenant;
        private final double weight;
        private final long bytes;
        private final Rate rate;
        private final Rate entitlement;
        private final boolean backlogged;
        private final Duration waited;
        private final Rate limit;

        private TenantUsage(
                Tenant tenant,
                double weight,
                long bytes,
                Rate rate,
                Rate entitlement,
                boolean backlogged,
                Duration waited,
                Rate limit) {
            this.tenant = Objects.requireNonNull(tenant, "tenant");
            this.weight = weight;
            this.bytes = bytes;
            this.rate = Objects.requireNonNull(rate, "rate");
            this.entitlement = Objects.requireNonNull(entitlement, "entitlement");
            this.backlogged = backlogged;
            this.waited = Objects.requireNonNull(waited, "waited");
            this.limit = Objects.requireNonNull(limit, "limit");
        }

        /** A tenant's usage. */
        public static TenantUsage of(
                Tenant tenant,
                double weight,
                long bytes,
                Rate rate,
                Rate entitlement,
                boolean backlogged,
                Duration waited) {
            return new TenantUsage(tenant, weight, bytes, rate, entitlement, backlogged, waited, Rate.UNLIMITED);
        }

        /** The same with the limit that holds there. */
        public TenantUsage limitedTo(Rate newLimit) {
            return new TenantUsage(tenant, weight, bytes, rate, entitlement, backlogged, waited, newLimit);
        }

        /** Who. */
        public Tenant tenant() {
            return tenant;
        }

        /** The weight it is paced with. */
        public double weight() {
            return weight;
        }

        /** The limit that holds on this disk: its part of the tenant's limit, which is of the cluster. */
        public Rate limit() {
            return limit;
        }

        /** Bytes moved since the node started. */
        public long bytes() {
            return bytes;
        }

        /** What it moved over the last second or so. */
        public Rate rate() {
            return rate;
        }

        /** What it is due. */
        public Rate entitlement() {
            return entitlement;
        }

        /** Whether pacing held it back lately: it would use more. */
        public boolean backlogged() {
            return backlogged;
        }

        /** The time its threads were made to wait since the node started, summed over threads. */
        public Duration waited() {
            return waited;
        }
    }
}

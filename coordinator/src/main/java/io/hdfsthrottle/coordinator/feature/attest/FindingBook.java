package io.hdfsthrottle.coordinator.feature.attest;

import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.Finding;

/** What the leader finds, and tells the audit log when it begins and ends. Thread-safe; turns are for one thread. */
final class FindingBook {
    private final FeatureContext context;
    private final AuditTrail audit;
    private Attestation attestation;
    private volatile Findings findings = Findings.NONE;

    FindingBook(FeatureContext context) {
        this.context = context;
        this.audit = context.core().audit();
    }

    synchronized void open() {
        attestation = new Attestation();
    }

    synchronized void close() {
        attestation = null;
        findings = Findings.NONE;
    }

    void turn() {
        Findings now = next();
        now.began().forEach(each -> tell("finding.began", each));
        now.ended().forEach(each -> tell("finding.ended", each));
    }

    private synchronized Findings next() {
        if (attestation != null) {
            FeatureContext.Core core = context.core();
            findings = attestation.next(
                    core.policy().now(),
                    core.nodes().nodes(),
                    context.findings(),
                    core.ticker().nanos());
        }
        return findings;
    }

    private void tell(String event, Finding finding) {
        audit.found(event, finding.kind().label() + " " + finding.subject(), finding.detail());
    }

    Findings findings() {
        return findings;
    }
}

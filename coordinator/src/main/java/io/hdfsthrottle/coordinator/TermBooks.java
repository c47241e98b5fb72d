package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.app.ApplicationBook;
import io.hdfsthrottle.coordinator.app.KeyRegister;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.disk.LeaseBook;
import io.hdfsthrottle.coordinator.forecast.ForecastBook;
import io.hdfsthrottle.coordinator.history.HistoryBook;
import io.hdfsthrottle.coordinator.kerberos.TokenBook;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.publish.GrantBook;
import io.hdfsthrottle.coordinator.publish.TermsRegister;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SharedSettings;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermListener;
import io.hdfsthrottle.coordinator.tier.TierBook;

/** Opens the coordinator's books when a term begins, in dependency order, and closes them in reverse order. */
record TermBooks(
        SharedSettings settings,
        KeyRegister keys,
        Replicated<Policy> policy,
        HistoryBook history,
        CreditBook credits,
        SlotBook slots,
        ForecastBook forecasts,
        LeaseBook leases,
        TierBook tiers,
        ApplicationBook applications,
        TermsRegister terms,
        GrantBook grants,
        NodeBook nodes,
        AuditTrail audit,
        TokenBook tokens,
        SnapshotStore store)
        implements TermListener {
    @Override
    public void begins(Term term) {
        settings.open(term);
        keys.open(term);
        policy.open(term);
        history.open(term);
        credits.open(term);
        forecasts.open(term);
        leases.open(term);
        tiers.open(term);
        tokens.open(store, term);
        applications.open(term);
        slots.open(term);
        terms.open(term);
        grants.open(term.epoch());
        audit.happened(Origin.ITSELF, "leadership.began", "epoch " + term.epoch(), null);
    }

    @Override
    public void ends() {
        long epoch = grants.version().epoch();
        grants.close();
        terms.close();
        slots.close();
        applications.close();
        tokens.close();
        tiers.close();
        leases.close();
        forecasts.close();
        credits.close();
        history.close();
        policy.close();
        keys.close();
        settings.close();
        nodes.clear();
        if (epoch > 0) {
            audit.happened(Origin.ITSELF, "leadership.ended", "epoch " + epoch, null);
        }
    }
}

package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.policy.InUse;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A pending change of one application, to be stored in a group with others. */
abstract class Change {
    final ApplicationBook.Kept told;
    private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    private Optional<Application> before = Optional.empty();
    private Optional<Application> after = Optional.empty();

    private Change(ApplicationBook.Kept told) {
        this.told = told;
    }

    /** Whether anything was changed, once that is kept; or why it was not. */
    CompletableFuture<Boolean> outcome() {
        return outcome;
    }

    /**
     * Joins a group.
     *
     * @return false if it has to wait for the next one
     * @throws InUse if it is refused
     * @throws io.hdfsthrottle.coordinator.state.NotStored if there is no room for it
     */
    abstract boolean join(Group group);

    final boolean replaces(Optional<Application> known, Optional<Application> wanted) {
        before = known;
        after = wanted;
        return true;
    }

    /** Called once its group was kept: updates its leases, and calls its listeners. */
    final void kept() {
        follow();
        try {
            if (!before.equals(after)) {
                told.changed(before, after);
            }
        } finally {
            outcome.complete(before.isPresent() || after.isPresent());
        }
    }

    abstract void follow();

    /** Called if it was not kept, or that is not known. */
    void failed(RuntimeException why) {
        outcome.completeExceptionally(why);
    }

    /** The registration of an application. */
    static final class Registration extends Change {
        private final Application wanted;
        private final boolean proven;
        private final Leases leases;
        private final ApplicationBook.Settling settling;

        Registration(
                Application wanted,
                boolean proven,
                Leases leases,
                ApplicationBook.Settling settling,
                ApplicationBook.Kept told) {
            super(told);
            this.wanted = wanted;
            this.proven = proven;
            this.leases = leases;
            this.settling = settling;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(wanted.id());
            Application settled = settled(known, group);
            if (!known.equals(Optional.of(settled)) && !group.put(settled)) {
                return false;
            }
            leases.begin(wanted.id()); // so that the end of an earlier lease, later in the same group, has no effect
            return replaces(known, Optional.of(settled));
        }

        /** Joins the group like {@code join} and returns what would be kept, but begins no lease. */
        Application rehearse(Group group) {
            Optional<Application> known = group.find(wanted.id());
            Application settled = settled(known, group);
            boolean unused = known.equals(Optional.of(settled)) || group.put(settled);
            return settled;
        }

        /** An application that registers again keeps its present terms, also if these were changed since it asked. */
        private Application settled(Optional<Application> known, Group group) {
            check(known);
            Optional<Application> same = known.filter(alive -> alive.notBefore() == wanted.notBefore());
            Application asking = same.map(alive -> wanted.on(alive.terms()).asking(alive.ask()))
                    .orElse(wanted);
            return settling.settle(same, asking, group::reserving);
        }

        private void check(Optional<Application> known) {
            if (known.isPresent() && (!proven || known.get().notBefore() < wanted.notBefore())) {
                throw new InUse("application " + wanted.id() + " is alive, and only its registrant can register it"
                        + " again, with its secret; choose another id, or wait until its lease has ended");
            }
        }

        @Override
        void follow() {
            leases.begin(wanted.id());
        }
    }

    /** A change of the terms of a living application. */
    static final class OfTerms extends Change {
        private final String id;
        private final UnaryOperator<Application> change;
        private final ApplicationBook.Settling settling;

        OfTerms(
                String id,
                UnaryOperator<Application> change,
                ApplicationBook.Settling settling,
                ApplicationBook.Kept told) {
            super(told);
            this.id = id;
            this.change = change;
            this.settling = settling;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(id);
            Optional<Application> settled = rehearse(group);
            boolean isSame = known.equals(settled);
            return (isSame || group.put(settled.orElseThrow())) && replaces(known, settled);
        }

        /** The application as it would be kept. */
        Optional<Application> rehearse(Group group) {
            Optional<Application> known = group.find(id);
            return known.map(alive -> settling.settle(known, change.apply(alive), group::reserving));
        }

        @Override
        void follow() {}
    }

    /** The end of an application on request. */
    static final class Withdrawal extends Change {
        private final String id;
        private final Leases leases;

        Withdrawal(String id, Leases leases, ApplicationBook.Kept told) {
            super(told);
            this.id = id;
            this.leases = leases;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(id);
            return (known.isEmpty() || group.remove(known.get())) && replaces(known, Optional.empty());
        }

        @Override
        void follow() {
            leases.end(id);
        }
    }

    /**
     * The end of a lease. The lease is taken away before anything is written: an application that renews from then on
     * is told to register again, so that none renews what is then removed.
     */
    static final class Expiry extends Change {
        private final Leases.Ended lease;
        private final Leases leases;
        private boolean taken;

        Expiry(Leases.Ended lease, Leases leases, ApplicationBook.Kept told) {
            super(told);
            this.lease = lease;
            this.leases = leases;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(lease.id());
            taken = leases.take(lease);
            if (!taken || known.isEmpty()) {
                return true;
            }
            if (!group.remove(known.get())) {
                leases.giveBack(lease);
                return false;
            }
            return replaces(known, Optional.empty());
        }

        @Override
        void follow() {}

        @Override
        void failed(RuntimeException why) {
            if (taken) {
                leases.giveBack(lease);
            }
            super.failed(why);
        }
    }
}

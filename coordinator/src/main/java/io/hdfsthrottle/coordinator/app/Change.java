package io.hdfsthrottle.coordinator.app;

import io.hdfsthrottle.coordinator.policy.InUse;
import io.hdfsthrottle.part.PartTerms;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A change of one application that waits to be kept together with others. */
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
     * @throws io.hdfsthrottle.coordinator.election.NotStored if there is no room for it
     */
    abstract boolean join(Group group);

    final boolean replaces(Optional<Application> known, Optional<Application> wanted) {
        before = known;
        after = wanted;
        return true;
    }

    /** Its group was kept: its leases follow, and whoever wants to know is told. */
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

    /** It was not kept, or nobody knows. */
    void failed(RuntimeException why) {
        outcome.completeExceptionally(why);
    }

    /** Somebody registers. */
    static final class Registration extends Change {
        private final Application wanted;
        private final boolean proven;
        private final Leases leases;

        Registration(Application wanted, boolean proven, Leases leases, ApplicationBook.Kept told) {
            super(told);
            this.wanted = wanted;
            this.proven = proven;
            this.leases = leases;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(wanted.id());
            if (!rehearse(group)) {
                return false;
            }
            leases.begin(wanted.id()); // so that the end of an earlier lease, behind this in the same group, is none
            return replaces(known, Optional.of(wanted));
        }

        /** The same as far as the group is concerned: no lease begins. */
        boolean rehearse(Group group) {
            Optional<Application> known = group.find(wanted.id());
            check(known);
            return known.equals(Optional.of(wanted)) || group.put(wanted);
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

    /** Somebody changes the terms of a living application. */
    static final class OfTerms extends Change {
        private final String id;
        private final PartTerms terms;

        OfTerms(String id, PartTerms terms, ApplicationBook.Kept told) {
            super(told);
            this.id = id;
            this.terms = terms;
        }

        @Override
        boolean join(Group group) {
            Optional<Application> known = group.find(id);
            Optional<Application> wanted = known.map(alive -> alive.on(terms));
            boolean isSame = known.equals(wanted);
            return (isSame || group.put(wanted.orElseThrow())) && replaces(known, wanted);
        }

        @Override
        void follow() {}
    }

    /** Somebody ends an application. */
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
     * A lease has ended. It is taken away before anything is written: who renews from then on is told to register again, and nobody renews what is then removed.
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

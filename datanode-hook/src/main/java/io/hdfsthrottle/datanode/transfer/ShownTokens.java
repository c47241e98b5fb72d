package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.TokenUser;
import java.util.function.BooleanSupplier;

/**
 * Whose block token each transfer thread was shown last. Where HDFS issues block tokens it checks one at the beginning of each operation
 * ({@code DataXceiver.checkAccess}), on the thread that does the operation. Thread-safe; holds one name a thread.
 */
public final class ShownTokens {

    private final BooleanSupplier issued;
    private final ThreadLocal<TokenUser> latest = ThreadLocal.withInitial(() -> TokenUser.UNKNOWN);

    /** Nobody's yet. */
    public ShownTokens(BooleanSupplier issued) {
        this.issued = issued;
    }

    /** The calling thread is about to be shown another: that of before counts no more. */
    public void forget() {
        latest.set(TokenUser.UNKNOWN);
    }

    /** The calling thread was shown that user's, and it was good. */
    public void note(String user) {
        latest.set(TokenUser.of(user));
    }

    /** Whose the calling thread was shown for what it does now. */
    public TokenUser user() {
        return issued.getAsBoolean() ? latest.get() : TokenUser.NOT_ISSUED;
    }
}

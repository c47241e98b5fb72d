package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.TokenUser;
import java.util.function.BooleanSupplier;

/**
 * The user of the block token that each transfer thread was shown last. Where HDFS issues block tokens it checks one at
 * the beginning of each operation ({@code DataXceiver.checkAccess}), on the thread that does the operation.
 * Thread-safe; holds one name per thread.
 */
public final class ShownTokens {

    private final BooleanSupplier issued;
    private final ThreadLocal<TokenUser> latest = ThreadLocal.withInitial(() -> TokenUser.UNKNOWN);

    /** Without any token yet. */
    public ShownTokens(BooleanSupplier issued) {
        this.issued = issued;
    }

    /** The calling thread is about to be shown another token: the previous one no longer counts. */
    public void forget() {
        latest.set(TokenUser.UNKNOWN);
    }

    /** The calling thread was shown that user's token, and it was valid. */
    public void note(String user) {
        latest.set(TokenUser.of(user));
    }

    /** The user of the token shown for the calling thread's current operation. */
    public TokenUser user() {
        return issued.getAsBoolean() ? latest.get() : TokenUser.NOT_ISSUED;
    }
}

package io.hdfsthrottle.datanode.transfer;

import io.hdfsthrottle.identity.TokenUser;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The peers of a DataNode in its cluster. Where HDFS issues block tokens, DataNodes create those for transfers between
 * themselves, so the user is that of all DataNodes, this one's own; elsewhere only the address is certain.
 */
public final class ClusterPeers implements Peers {

    private final ShownTokens tokens;
    private final Optional<String> dataNodeUser;
    private final Predicate<String> registered;

    /**
     * @param dataNodeUser the short name that it runs under; where unknown, no user is a DataNode's
     * @param registered whether a DataNode is registered with that numeric address
     */
    public ClusterPeers(ShownTokens tokens, Optional<String> dataNodeUser, Predicate<String> registered) {
        this.tokens = tokens;
        this.dataNodeUser = dataNodeUser;
        this.registered = registered;
    }

    @Override
    public TokenUser user() {
        return tokens.user();
    }

    @Override
    public boolean isDataNode(String address, TokenUser user) {
        return user.isAsked() ? user.name().isPresent() && user.name().equals(dataNodeUser) : registered.test(address);
    }
}

package io.hdfsthrottle.coordinator.audit;

/**
 * The origin of a change: the caller's credential and address.
 *
 * @param credential the name of the credential that was shown; never a secret
 * @param address the address that the request came from
 */
public record Origin(String credential, String address) {
    private static final String NONE = "-";

    /** What a coordinator does by itself. */
    public static final Origin ITSELF = new Origin("coordinator", NONE);

    /** A request from that address without a known credential. */
    public static Origin unknown(String address) {
        return new Origin(NONE, address);
    }
}

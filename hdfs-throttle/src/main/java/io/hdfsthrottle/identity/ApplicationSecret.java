package io.hdfsthrottle.identity;

/**
 * The secret that only the registrant of an application receives: it authorises the registrant to renew, move and end
 * the application, and to register it again unchanged. Computed from the cluster's signing keys, so that any
 * coordinator can verify it at any time and none has to store it.
 */
public final class ApplicationSecret {

    private static final String PURPOSE = "application-secret";
    private static final char SEPARATOR = '.';
    private static final int LONGEST = 64;

    private ApplicationSecret() {}

    /**
     * The secret of a registration, made with the key that signs.
     *
     * @param notBefore when it was registered first, seconds since 1970
     */
    public static String of(SigningKeys keys, String cluster, String application, String user, long notBefore) {
        String keyId = keys.signingKeyId();
        String seal = keys.seal(keyId, PURPOSE, cluster, application, user, Long.toString(notBefore))
                .orElseThrow();
        return keyId + SEPARATOR + seal;
    }

    /**
     * Whether that is the secret of this registration, by any living key. Accepts any input; constant time in the
     * secret.
     */
    public static boolean proves(
            String secret, SigningKeys keys, String cluster, String application, String user, long notBefore) {
        int end = secret.length() > LONGEST ? -1 : secret.indexOf(SEPARATOR);
        return end > 0
                && keys.isSeal(
                        secret.substring(end + 1),
                        secret.substring(0, end),
                        PURPOSE,
                        cluster,
                        application,
                        user,
                        Long.toString(notBefore));
    }
}

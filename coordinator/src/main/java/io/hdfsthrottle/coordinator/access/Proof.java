package io.hdfsthrottle.coordinator.access;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * What a request contains to authenticate its caller; unverified except the certificate, which the handshake has
 * verified.
 *
 * @param authorization the header of that name, if there is one
 * @param certificate the client's certificate (mutual TLS), if it showed one
 * @param method the method of the request
 * @param target the path and query that were asked for
 */
public record Proof(
        Optional<String> authorization, Optional<X509Certificate> certificate, String method, String target) {}

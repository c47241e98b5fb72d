/** Transport security from PEM files, followed when they change: certificates, keys, and whom to trust. */
package io.hdfsthrottle.tls;

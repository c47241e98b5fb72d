/** Transport security from PEM files, reloaded when they change: certificates, keys, and trusted authorities. */
package io.hdfsthrottle.tls;

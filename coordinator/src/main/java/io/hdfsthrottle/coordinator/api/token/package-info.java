/** REST endpoint of tokens that stand for a Kerberos ticket. */
package io.hdfsthrottle.coordinator.api.token;

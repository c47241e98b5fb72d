/** Authentication of users by Kerberos: tickets, and the tokens that stand for them where there is no ticket. */
package io.hdfsthrottle.coordinator.kerberos;

/** The grant that a node last received from the coordinator, where it is stored, and how old it is. */
package io.hdfsthrottle.grant;

/** The wire between hosts and coordinators: one interface, its messages, and HTTP. */
package io.hdfsthrottle.link;

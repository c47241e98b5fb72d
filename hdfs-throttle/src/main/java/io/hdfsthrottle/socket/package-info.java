/** A kernel layer: each connection paced by the kernel, so that tenants get their shares of the node's network. */
package io.hdfsthrottle.socket;

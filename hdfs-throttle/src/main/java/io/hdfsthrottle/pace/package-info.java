/** Delays transfer threads so that each tenant moves what it is due. The hot path is lock-free and allocates nothing. */
package io.hdfsthrottle.pace;

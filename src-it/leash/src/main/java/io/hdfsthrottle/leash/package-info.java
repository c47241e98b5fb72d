/** A Java agent that ends a process with the one that started it. */
package io.hdfsthrottle.leash;

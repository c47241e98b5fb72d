/** Files that others must not read or change: who may, and when they are read again. */
package io.hdfsthrottle.secret;

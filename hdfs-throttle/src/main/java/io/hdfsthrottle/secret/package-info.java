/** Files that hold secrets: who may read them, and when they are read again. */
package io.hdfsthrottle.secret;

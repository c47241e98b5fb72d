/** Files that other users must not read or change: the checks of their permissions, and when they are read again. */
package io.hdfsthrottle.secret;

/**
 * The distribution as strangers use it: hosts are containers, and nothing of the checkout is on them but the tarball.
 */
package io.hdfsthrottle.containers;

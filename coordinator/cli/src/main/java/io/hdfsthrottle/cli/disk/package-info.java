/** What the disk below a folder gives: a leaf that knows nothing of tenants, shares or the rest of the coordinator. */
package io.hdfsthrottle.cli.disk;

/** Commands with which disks are looked at and leased. */
package io.hdfsthrottle.cli.feature.lease;

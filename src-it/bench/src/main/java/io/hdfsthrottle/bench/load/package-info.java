/** Loads on the disks: crowds of readers, writers and visitors, and the clusters that they use. */
package io.hdfsthrottle.bench.load;

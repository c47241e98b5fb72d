/** Real ZooKeepers and coordinators, plain or with TLS. */
package io.hdfsthrottle.testkit.control;

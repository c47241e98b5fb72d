/** Certificates and keys for tests, in files as an operator stores them. */
package io.hdfsthrottle.certificates;

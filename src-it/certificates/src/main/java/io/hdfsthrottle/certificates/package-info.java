/** Certificates and keys for tests, in files as an operator has them. */
package io.hdfsthrottle.certificates;

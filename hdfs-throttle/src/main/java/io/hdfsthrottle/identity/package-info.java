/**
 * The identity behind an operation: callers, tenants, and the signed tag that names an application. Pure; imports only
 * {@code unit} and {@code part}.
 */
package io.hdfsthrottle.identity;

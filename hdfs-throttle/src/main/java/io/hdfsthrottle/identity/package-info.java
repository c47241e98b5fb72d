/** Who an operation is for: callers, tenants, and the signed tag that names an application. Pure; imports only {@code unit} and {@code part}. */
package io.hdfsthrottle.identity;

/** The ordered rules that map callers to tenants. Pure; imports only {@code identity}. */
package io.hdfsthrottle.rule;

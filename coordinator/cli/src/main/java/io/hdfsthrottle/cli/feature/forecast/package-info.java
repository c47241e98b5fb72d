/** What tenants are forecast to read and write, for people. */
package io.hdfsthrottle.cli.feature.forecast;

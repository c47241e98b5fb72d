/** Files of other systems that share machines or brokers, as tenants and rules. Pure: bytes in, values out. */
package io.hdfsthrottle.cli.policy.translate;

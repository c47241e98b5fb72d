/** Commands with which tiers are looked at and decided. */
package io.hdfsthrottle.cli.feature.tier;

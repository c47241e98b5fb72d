/** Spark applications with the plugin: beside neighbours, without a coordinator, where replicas are chosen. */
package io.hdfsthrottle.bench.scenario.spark;

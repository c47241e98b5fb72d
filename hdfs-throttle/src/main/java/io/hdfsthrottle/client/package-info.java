/**
 * What an application asks of the coordinator: for Spark jobs, and for any other program that uses HDFS. No call
 * throws for what a coordinator does or does not do: see {@link io.hdfsthrottle.client.Answer}.
 */
package io.hdfsthrottle.client;

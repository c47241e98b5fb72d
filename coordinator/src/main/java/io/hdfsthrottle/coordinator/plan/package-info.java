/**
 * What another policy would give to whom, by what nodes reported last, and how right that was of a policy that was
 * applied. Pure: values in, values out; {@link io.hdfsthrottle.coordinator.plan.ScoreBook} alone holds something, the
 * last prediction of a leader.
 */
package io.hdfsthrottle.coordinator.plan;

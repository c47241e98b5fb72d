package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What an {@link Agent} is told by the coordinator on its standard input, so that no secret is an argument or in a file of
 * another user. Immutable.
 *
 * @param mark of all processes of the deployment
 * @param files what is written before anything is started, by path, for the user alone
 * @param programs in the order in which they are started; none to clear away what is left of the deployment
 * @param lifeline by which it outlives its coordinator; null if it is to end with it
 */
record Task(Entry entry, String mark, Map<String, String> files, List<Program> programs, Lifeline lifeline)
        implements Serializable {}

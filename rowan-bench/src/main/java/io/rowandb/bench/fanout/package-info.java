/**
 * Measures how fast posts come into the timelines of followers: {@link
 * io.rowandb.bench.fanout.FanOutCosts} lets writers post and readers look at once.
 */
package io.rowandb.bench.fanout;

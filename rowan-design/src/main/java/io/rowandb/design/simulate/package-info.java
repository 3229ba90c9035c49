/**
 * The sample's rows in their order of arrival, over regions that split and servers that have them.
 * A plan and a sample enter; shares of the hottest region and server leave, span by span, with the
 * names of those that make it hot. Only writes are simulated. One thread.
 *
 * <p>Read {@link io.rowandb.design.simulate.DesignSimulation} first.
 */
package io.rowandb.design.simulate;

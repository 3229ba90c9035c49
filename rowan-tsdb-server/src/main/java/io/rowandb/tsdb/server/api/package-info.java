/**
 * What OpenTSDB's requests ask for and how its answers look, without the network. {@link
 * io.rowandb.tsdb.server.api.ApiRoutes} maps paths to endpoints; each takes an {@link
 * io.rowandb.tsdb.server.api.ApiRequest} and gives an {@link io.rowandb.tsdb.server.api.ApiAnswer}.
 * {@link io.rowandb.tsdb.server.api.PointIntake} takes points, from JSON and from lines. Endpoints
 * are used by many workers at a time.
 */
package io.rowandb.tsdb.server.api;

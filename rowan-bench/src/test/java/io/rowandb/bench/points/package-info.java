/** Tests that the measurement of points of time series measures what it says. */
package io.rowandb.bench.points;

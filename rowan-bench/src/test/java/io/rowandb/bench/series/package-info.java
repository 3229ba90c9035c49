/** Tests of the counts of time series. */
package io.rowandb.bench.series;

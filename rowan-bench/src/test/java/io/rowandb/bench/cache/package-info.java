/** The comparison of caches: its traces, and the optimum that it measures against. */
package io.rowandb.bench.cache;

/** The comparison of readss: its traces, and the optimum that it measures against. */
package io.rowandb.bench.reads;

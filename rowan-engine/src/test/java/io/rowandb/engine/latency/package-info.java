/** The timing of operations alone: which are timed, and what is said of them. */
package io.rowandb.engine.latency;

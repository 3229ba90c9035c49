/**
 * Real processes killed while they write: what was acknowledged must be there, whole. Begin at
 * {@link KillTest}: it starts and kills loaders, and has an auditor compare the store with the
 * files in which the loader's threads wrote down what they tried and what was acknowledged.
 */
package io.rowandb.testkit.crash;

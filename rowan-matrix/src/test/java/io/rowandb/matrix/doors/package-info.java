/**
 * Both doors on the version of HBase's client that is on the class path: compiled once with the
 * version Rowan is built with, run as it is on each version of the matrix. Only what all versions
 * have is named here.
 *
 * <p>Read {@link io.rowandb.matrix.doors.DoorsTest} first.
 */
package io.rowandb.matrix.doors;

/**
 * Whether anything of HBase's API is missing: the interfaces and the services of every version that
 * Rowan claims to run with, read from their jars, against what Rowan's classes implement and what
 * docs/compatibility.md lists.
 *
 * <p>Read {@link io.rowandb.matrix.coverage.ApiCoverageTest} first.
 */
package io.rowandb.matrix.coverage;

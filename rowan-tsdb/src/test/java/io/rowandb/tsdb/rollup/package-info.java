/** Tests of rollups. */
package io.rowandb.tsdb.rollup;

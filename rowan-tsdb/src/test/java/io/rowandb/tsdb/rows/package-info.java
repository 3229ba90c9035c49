/** Tests of how rows are found and sampled without the names of their series. */
package io.rowandb.tsdb.rows;

/**
 * Rows of a table of points as they are, whatever they are: their keys, their cells in a bounded
 * space, and whether they look as if they had a layout. Upkeep and conversions begin with them.
 */
package io.rowandb.tsdb.rows;

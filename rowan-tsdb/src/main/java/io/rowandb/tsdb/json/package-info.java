/**
 * Small objects of JSON in single cells, as OpenTSDB keeps meta data and trees: {@link
 * io.rowandb.tsdb.json.FlatObject} reads and writes one, {@link io.rowandb.tsdb.json.JsonCells} has
 * the calls on its cell. The package knows {@code codec}.
 */
package io.rowandb.tsdb.json;

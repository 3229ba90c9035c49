/** What is private to OpenTSDB's trees, for the judge. */
package net.opentsdb.tree;

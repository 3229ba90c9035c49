/** What stands between the tests and OpenTSDB's classes. */
package net.opentsdb.core;

/** What tests need of OpenTSDB's classes that only their own package may use. */
package net.opentsdb.meta;

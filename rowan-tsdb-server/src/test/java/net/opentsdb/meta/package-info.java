/** OpenTSDB's annotations, in its package, as their bytes are private to it. */
package net.opentsdb.meta;

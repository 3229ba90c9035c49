/** OpenTSDB's expressions, in its package, as some of them are private to it. */
package net.opentsdb.query.expression;

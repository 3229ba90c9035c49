/** A bulk load of few lines, as a user starts it. */
package io.rowandb.bench.bulk;

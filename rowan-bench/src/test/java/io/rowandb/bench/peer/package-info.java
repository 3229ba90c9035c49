/** What the benchmark's peers share, checked without them. */
package io.rowandb.bench.peer;

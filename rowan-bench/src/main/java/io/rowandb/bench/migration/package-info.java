/** What it costs to change the key of a live table, with an application beside that checks. */
package io.rowandb.bench.migration;

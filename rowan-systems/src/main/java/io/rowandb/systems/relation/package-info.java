/** Relations between named things, kept in two tables, with counts that are right. */
package io.rowandb.systems.relation;

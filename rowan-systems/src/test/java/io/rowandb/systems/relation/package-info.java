/** Tests of relations. */
package io.rowandb.systems.relation;

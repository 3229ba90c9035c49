/** Tests of joins: both kinds give the pairs that loops over lists give. */
package io.rowandb.schema.join;

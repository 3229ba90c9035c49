/** Tests of all rooms: which may know which. */
package io.rowandb.schema;

/** What tests do to the calls of a client: count, delay, repeat or lose them, or let it die. */
package io.rowandb.schema.backend;

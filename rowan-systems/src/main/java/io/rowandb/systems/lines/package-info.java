/** Reads files of the user's own, line by line, and names what is wrong with them. */
package io.rowandb.systems.lines;

/** Tests of what reads files line by line. */
package io.rowandb.systems.lines;

/** Whether every way to read a block brings the bytes of the file. */
package io.rowandb.bench.reads;

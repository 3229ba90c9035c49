/**
 * Row keys of rows of a sample, as the program that uses the plan would write them. A plan and rows
 * enter; bytes leave, or what keeps a row from having a key. One thread.
 */
package io.rowandb.design.key;

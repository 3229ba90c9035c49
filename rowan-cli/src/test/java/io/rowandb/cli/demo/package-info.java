/**
 * The demonstration: each data set on lines made up here, the whole run on stores in temporary
 * directories, and, where they are found, the real files. Read {@code DemoTest} first; {@code
 * RealData} says where the files are looked for.
 */
package io.rowandb.cli.demo;

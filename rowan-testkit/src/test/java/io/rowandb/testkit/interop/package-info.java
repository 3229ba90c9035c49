/**
 * Files of Rowan in HBase's hands, and files of HBase in Rowan's: HBase's own reader, writer and
 * tool are the judges. Read {@link io.rowandb.testkit.interop.HBaseFiles} first.
 */
package io.rowandb.testkit.interop;

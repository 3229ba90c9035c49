/** The merge of sources; what the whole pipeline answers, the histories beside HBase tell. */
package io.rowandb.engine.scan;

/** HBase's keys, and what they become. */
package io.rowandb.engine.settings;

/** What tests elsewhere need of the care of a store. */
package io.rowandb.engine.care;

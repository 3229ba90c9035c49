/** HBase's services called by hand, where its Java client would not go. */
package io.rowandb.client.service;

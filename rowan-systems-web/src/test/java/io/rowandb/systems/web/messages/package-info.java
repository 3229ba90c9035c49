/** Tests of the pages and the API of messages. */
package io.rowandb.systems.web.messages;

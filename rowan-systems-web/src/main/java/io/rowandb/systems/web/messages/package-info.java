/**
 * Messages between users, in a browser and over HTTP. In come requests with the name of the user
 * who acts, out go pages and JSON. The web server's threads run here, many at once; nothing is kept
 * but the open tables and the load of sample messages. After a crash every message whose answer
 * came is there; one that was under way is there in all boxes when it is sent again with its id.
 * Read {@link io.rowandb.systems.web.messages.MessagePages} first.
 */
package io.rowandb.systems.web.messages;

// admin.await_indexes: wait until every index answers
// mode: read
// param seconds INTEGER - bound of the wait
CALL db.awaitIndexes($seconds)

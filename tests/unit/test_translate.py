"""Every error of the driver becomes one of ours, without a value in its message."""

from __future__ import annotations

import inspect

import neo4j.exceptions
import pytest
from neo4j.exceptions import Neo4jError

from memgraph_svc.errors import (
    ConfigurationError,
    ConflictError,
    GraphError,
    GraphUnavailableError,
    MemgraphError,
    QueryFailedError,
)
from memgraph_svc.graph.driver import open_driver
from memgraph_svc.graph.translate import translate, translated

EXPECTED = {
    ConfigurationError: {
        "AuthConfigurationError", "AuthError", "CertificateConfigurationError", "ConfigurationError", "Forbidden",
        "TokenExpired", "UnsupportedServerProduct",
    },
    ConflictError: {"ConstraintError"},
    GraphUnavailableError: {
        "ConnectionAcquisitionTimeoutError", "ConnectionPoolError", "DatabaseUnavailable",
        "ForbiddenOnReadOnlyDatabase", "IncompleteCommit", "NotALeader", "ReadServiceUnavailable",
        "RoutingServiceUnavailable", "ServiceUnavailable", "SessionExpired", "TransientError",
        "WriteServiceUnavailable",
    },
    QueryFailedError: {
        "BrokenRecordError", "ClientError", "CypherSyntaxError", "CypherTypeError", "DatabaseError", "DriverError",
        "GqlError", "Neo4jError", "ResultConsumedError", "ResultError", "ResultFailedError", "ResultNotSingleError",
        "SessionError", "TransactionError", "TransactionNestingError",
    },
}  # fmt: skip
DRIVER_ERRORS = {
    name: value
    for name, value in vars(neo4j.exceptions).items()
    if inspect.isclass(value) and issubclass(value, Exception) and not name.startswith("_")
}


def _server_error(code: str, status: str = "50N42", description: str = "", message: str = "hunter2") -> Neo4jError:
    return Neo4jError._hydrate_gql(  # what the driver calls for an answer of the server
        gql_status=status,
        message=message,
        neo4j_code=code,
        description=description,
        diagnostic_record={"CURRENT_SCHEMA": "/", "OPERATION": "", "OPERATION_CODE": "0"},
    )


def test_every_class_of_the_driver_has_a_mapping() -> None:
    assert DRIVER_ERRORS.keys() == set().union(*EXPECTED.values())


@pytest.mark.parametrize(("ours", "names"), EXPECTED.items())
def test_classes_become_ours_without_their_message(ours: type[MemgraphError], names: set[str]) -> None:
    for name in sorted(names):
        error = translate(DRIVER_ERRORS[name]("value 'hunter2' of content"), "facts.assert")
        assert type(error) is ours, name
        assert "hunter2" not in str(error) + error.hint, name


@pytest.mark.parametrize(
    ("code", "ours", "retryable"),
    [
        ("Neo.TransientError.Transaction.DeadlockDetected", GraphUnavailableError, True),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", GraphUnavailableError, True),
        ("Neo.ClientError.Statement.EntityNotFound", GraphUnavailableError, True),
        ("Neo.ClientError.Cluster.NotALeader", GraphUnavailableError, True),
        ("Neo.ClientError.Schema.ConstraintValidationFailed", ConflictError, False),
        ("Neo.ClientError.Security.Unauthorized", ConfigurationError, False),
        ("Neo.ClientError.Security.Forbidden", ConfigurationError, False),
        ("Neo.ClientError.Statement.SyntaxError", QueryFailedError, False),
        ("Neo.ClientError.Procedure.ProcedureNotFound", QueryFailedError, False),
        ("Neo.DatabaseError.General.UnknownError", QueryFailedError, False),
        ("Neo.ClientError.Transaction.TransactionTimedOut", QueryFailedError, False),
    ],
)
def test_answers_of_the_server(code: str, ours: type[MemgraphError], retryable: bool) -> None:
    error = translate(_server_error(code), "facts.assert")
    assert type(error) is ours
    assert error.retryable is retryable
    assert "hunter2" not in str(error)


def test_a_refusal_names_the_query_and_the_condition_but_no_value() -> None:
    description = "error: data exception - numeric value out of range. The numeric value hunter2 is too large.\nhunter2"
    error = translate(_server_error("Neo.ClientError.Statement.ArgumentError", "22003", description), "links.list")
    assert error.message == "query 'links.list' failed with 22003"
    assert error.hint == "error: data exception - numeric value out of range"


def test_the_cause_is_kept_for_a_debugger() -> None:
    cause = neo4j.exceptions.ServiceUnavailable("gone")
    with pytest.raises(GraphUnavailableError) as caught, translated("links.list"):
        raise cause
    assert caught.value.__cause__ is cause


def test_other_errors_pass_unchanged() -> None:
    with pytest.raises(KeyError), translated("links.list"):
        raise KeyError("x")
    with pytest.raises(ConflictError, match="mine"), translated("links.list"):
        raise ConflictError("mine")


@pytest.mark.parametrize(
    "uri", ["", "localhost", "http://127.0.0.1:7474", "bolt:/x", "bolt://[::1", "bolt://u:hunter2@h", "bolt://h?a=1"]
)
def test_a_malformed_address_is_a_wrong_setting(uri: str) -> None:
    with pytest.raises(ConfigurationError, match="address is malformed") as caught:
        open_driver(uri, "neo4j", "hunter2")
    assert "hunter2" not in str(caught.value)
    assert caught.value.hint


def test_a_server_that_is_not_there_is_unavailable() -> None:
    with pytest.raises(GraphUnavailableError) as caught:
        open_driver("bolt://127.0.0.1:1", "neo4j", "hunter2")
    assert isinstance(caught.value, GraphError)
    assert caught.value.retryable

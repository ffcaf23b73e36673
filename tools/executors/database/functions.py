"""SQL functions that statements may call. Pure.

SQLite asks for each function, so it has an allow list of pure ones. For PostgreSQL and MySQL, called names are checked
before sending, and the account is the boundary (docs/tools/database-query.md).
"""

import re

SQLITE_FUNCTIONS = frozenset(
    """
    -> ->> abs acos acosh asin asinh atan atan2 atanh avg bm25 ceil ceiling changes char coalesce concat concat_ws cos
    cosh count cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value
    floor format glob group_concat hex highlight if ifnull iif instr json json_array json_array_length
    json_error_position json_extract json_group_array json_group_object json_insert json_object json_patch json_pretty
    json_quote json_remove json_replace json_set json_type json_valid jsonb jsonb_array jsonb_extract jsonb_group_array
    jsonb_group_object jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set julianday lag
    last_insert_rowid last_value lead length like likelihood likely ln log log10 log2 lower ltrim match matchinfo max
    median min mod nth_value ntile nullif octet_length offsets percent_rank percentile percentile_cont percentile_disc
    pi pow power printf quote radians random randomblob rank regexp replace round row_number rtrim sign sin sinh
    snippet soundex sqlite_version sqrt strftime string_agg substr substring subtype sum tan tanh time timediff total
    total_changes trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob
    """.split()
)
"""SQLite's pure functions; `randomblob` and `zeroblob` are bounded by the length of a value."""
_POSTGRESQL_SYSTEM = frozenset(
    """
    pg_backend_pid pg_client_encoding pg_collation_for pg_column_size pg_conf_load_time pg_database_size
    pg_describe_object pg_encoding_to_char pg_function_is_visible pg_get_constraintdef pg_get_expr pg_get_functiondef
    pg_get_function_arguments pg_get_function_identity_arguments pg_get_function_result pg_get_indexdef pg_get_keywords
    pg_get_partkeydef pg_get_ruledef pg_get_serial_sequence pg_get_triggerdef pg_get_userbyid pg_get_viewdef
    pg_has_role pg_indexes_size pg_is_in_recovery pg_input_is_valid pg_my_temp_schema pg_partition_root
    pg_partition_tree pg_postmaster_start_time pg_relation_size pg_size_bytes pg_size_pretty pg_sleep
    pg_table_is_visible pg_table_size pg_tablespace_size pg_total_relation_size pg_type_is_visible pg_typeof
    """.split()
)
"""Allowed `pg_` functions, which describe tables and types."""
_POSTGRESQL_REACHING = re.compile(
    r"lo_\w+|loread|lowrite|dblink\w*|(?:query|table|cursor|schema|database)_to_xml\w*|ts_stat|ts_rewrite|crosstab\w*"
    r"|connectby|xpath_table|plpy\w*|copy_\w+"
)
"""Functions that reach files and other servers, or run a text as a statement, which nobody has looked at."""
_MYSQL_REACHING = re.compile(
    r"load_file|sys_(?:exec|eval|get|set|bineval)|lib_mysqludf\w*|xp_\w+|master_pos_wait|source_pos_wait|http_\w+"
)


def reaches_out(engine: str, name: str) -> bool:
    """Report whether a function, by its name as it is called, is one that statements may not call."""
    name = name.lower()
    if engine == "postgresql":
        is_hidden = name.startswith("pg_") and name not in _POSTGRESQL_SYSTEM
        return is_hidden or "\\" in name or _POSTGRESQL_REACHING.fullmatch(name) is not None
    return engine == "mysql" and _MYSQL_REACHING.fullmatch(name) is not None

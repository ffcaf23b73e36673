"""Times as the log shows them: sortable, and with the zone, since there is one for everybody."""

DATETIME_FORMAT = r"Y-m-d H:i:s \U\T\C"

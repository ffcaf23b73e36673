"""Numbers of limits, caps and retention that an operator may set; docs/limits.md names what keeps each."""

from workflow_editor.settings import env

# Rows of one table (`tools.models.DataTable`).
TABLE_ROWS = env.integer("TABLE_ROWS", 100_000, at_least=1)

# Finished runs kept in each workflow; 0 is no limit. The newest run is always kept.
HISTORY_DAYS = env.integer("HISTORY_DAYS", 90)
HISTORY_RUNS = env.integer("HISTORY_RUNS", 100_000)
HISTORY_MEGABYTES = env.integer("HISTORY_MEGABYTES", 5_000)

# Runs at work at the same time, those that wait not counted; 0 sets no limit.
MAX_CONCURRENT_RUNS = env.integer("MAX_CONCURRENT_RUNS", 0)

# Connections to one web process, sockets too. Past it, those go first whose client keeps the server waiting.
MAX_CONNECTIONS = env.integer("MAX_CONNECTIONS", 1000, at_least=20)

# Sockets of one person, in all web processes; 0 sets no limit.
MAX_SOCKETS = env.integer("MAX_SOCKETS", 250)

# Requests that the address of one webhook takes in a minute; 0 sets no limit.
MAX_DELIVERIES_PER_MINUTE = env.integer("MAX_DELIVERIES_PER_MINUTE", 30_000)

# Caps of one person on starts, money and uploads; 0 sets no limit. Links have caps of their own.
MAX_RUNS_PER_MINUTE = env.integer("MAX_RUNS_PER_MINUTE", 0)
MAX_OPEN_RUNS = env.integer("MAX_OPEN_RUNS", 20_000)
# Published polls and bots of one person, and documents of their knowledge bases that wait to be indexed.
MAX_LIVE_POLLS = env.integer("MAX_LIVE_POLLS", 500)
MAX_LIVE_BOTS = env.integer("MAX_LIVE_BOTS", 100)
MAX_OPEN_DOCUMENTS = env.integer("MAX_OPEN_DOCUMENTS", 10_000)
MAX_MONEY_PER_DAY = env.integer("MAX_MONEY_PER_DAY", 0)
MAX_UPLOAD_MB_PER_DAY = env.integer("MAX_UPLOAD_MB_PER_DAY", 0)

# The longest file that is taken in, uploaded or made, and how long an upload is kept that nothing has.
MAX_FILE_MB = env.integer("MAX_FILE_MB", 100, at_least=1)
UPLOADS_KEPT_HOURS = env.integer("UPLOADS_KEPT_HOURS", 24, at_least=1)

"""From the recorder's log to a Trace: one file for each of the tables and for each kind of thing that
happens."""

"""The programs of examples/, each compiled, run and compared; one module for each."""

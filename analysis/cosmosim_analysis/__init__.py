"""Reads and draws the result files of cosmosim.

    from cosmosim_analysis import open_run
    run = open_run("out/saas-orders.h5", variant="hpk")
    run["partitions"].NormalizedRUConsumption.max("time")

`open_run` gives one run as xarray Datasets; `cosmosim_analysis.plots.heat_map` draws runs one under the other.
"""

from .load import FORMAT_VERSION, Result, ResultError, Run, open_result, open_run

__all__ = ["FORMAT_VERSION", "Result", "ResultError", "Run", "open_result", "open_run"]

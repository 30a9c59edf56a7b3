"""The queries of this folder on a study, in Dask.

    python3 dask_study.py STUDY
"""

import sys

import dask.dataframe as dd
import pandas


def read(study: str, table: str, columns: list) -> dd.DataFrame:
    return dd.read_parquet(f"{study}/tables/{table}/*/*.parquet", columns=columns)


def once(rows: dd.DataFrame) -> dd.DataFrame:
    """Each sample once: without those nested in a correlation or a workout that the dataset has another time."""
    return rows[rows["nested"].isna() | (rows["nested"] == "nestedOnly")]


def steps(study: str) -> pandas.DataFrame:
    rows = read(study, "quantity", ["participant", "local_date", "source", "type", "value", "nested"])
    rows = once(rows[rows["type"] == "HKQuantityTypeIdentifierStepCount"])
    sources = rows.groupby(["participant", "local_date", "source"])["value"].sum().reset_index().compute()
    days = sources.groupby(["participant", "local_date"])["value"].max().reset_index()
    return days.set_axis(["participant", "day", "steps"], axis=1)


def sleep(study: str) -> pandas.DataFrame:
    rows = read(study, "category", ["participant", "start", "end", "startOffset", "source", "type", "value", "nested"])
    rows = once(rows[(rows["type"] == "HKCategoryTypeIdentifierSleepAnalysis") & rows["value"].str.contains("Asleep")])
    noon = rows["start"] + dd.to_timedelta(rows["startOffset"].astype("int64") * 60 - 43200, unit="s")
    rows = rows.assign(night=noon.dt.floor("D"), hours=(rows["end"] - rows["start"]).dt.total_seconds() / 3600)
    sources = rows.groupby(["participant", "source", "night"])["hours"].sum().reset_index().compute()
    nights = sources.groupby(["participant", "night"])["hours"].max().reset_index()
    return nights.assign(night=nights["night"].dt.date)


def adherence(study: str) -> pandas.DataFrame:
    rows = read(study, "quantity", ["participant", "local_date", "type"])
    rows = rows[rows["type"] == "HKQuantityTypeIdentifierHeartRate"]
    worn = rows[["participant", "local_date"]].drop_duplicates().compute().groupby("participant").size()
    people = pandas.read_parquet(f"{study}/participants.parquet").set_index("participant")
    span = (pandas.to_datetime(people["last"]) - pandas.to_datetime(people["first"])).dt.days + 1
    table = pandas.DataFrame({"worn": worn.reindex(people.index).fillna(0).astype(int), "span": span})
    return table.assign(share=(table["worn"] / table["span"]).round(3)).sort_index().reset_index()


def qa(study: str) -> pandas.DataFrame:
    # These tables have a row for each export or type: pandas is enough.
    exports, people, coverage, findings = (
        pandas.read_parquet(f"{study}/{name}.parquet") for name in ("exports", "participants", "coverage", "findings"))
    table = exports.groupby("participant").agg(
        ok=("status", lambda states: (states == "ok").sum()),
        quarantined=("status", lambda states: (states == "quarantined").sum()), rule=("rule", "max"))
    table = table.join(people.set_index("participant")[["first", "last", "days", "longest_gap", "samples"]])
    table["types"] = coverage.groupby("participant")["type"].nunique()
    table["errors"] = findings[findings["severity"] == "error"].groupby("participant")["count"].sum()
    return table.fillna({"types": 0, "errors": 0}).sort_index().reset_index()


def main() -> None:
    for job in (steps, sleep, adherence, qa):
        print(job.__name__)
        print(job(sys.argv[1]).head())


if __name__ == "__main__":
    main()

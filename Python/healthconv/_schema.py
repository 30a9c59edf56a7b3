"""The tables of a dataset and their columns, as the program writes them to Parquet.

Spark wants to know the columns before anything is read. A test compares them with the files of the program.
"""

from __future__ import annotations

#: Columns of all tables of samples: before the value, and after it.
_HEAD = (
    "n:i id:b nested:s type:s local_date:d start:t startOffset:h end:t endOffset:h created:t createdOffset:h"
)
_SOURCE = (
    "source:s sourceVersion:s sourceProduct:s sourceSystem:s device:s deviceManufacturer:s deviceModel:s "
    "deviceHardware:s deviceFirmware:s deviceSoftware:s deviceIdentifier:s deviceUDI:s deviceCreated:s deviceText:s "
    "participant:s deviceAddress:u ordinal:i"
)
#: Types in Spark. An unsigned number of 64 bits has none that fits: the column is left out.
_TYPES = {
    "i": "BIGINT", "h": "SMALLINT", "f": "DOUBLE", "t": "TIMESTAMP", "d": "DATE", "s": "STRING", "b": "BINARY", "u": None,
}
_TABLES = {
    "quantity": "@head value:f @origin extras:s decimals:h",
    "quantity_beats": "parent:i bpm:f time:s extras:s decimals:h",
    "quantity_metadata": "parent:i key:s value:s",
    "category": "@head value:s @origin extras:s",
    "category_metadata": "parent:i key:s value:s",
    "correlation": "@head @origin extras:s",
    "correlation_members": "parent:i n:i",
    "correlation_metadata": "parent:i key:s value:s",
    "workout": (
        "@head @origin duration:f durationUnit:s totalDistance:f totalDistanceUnit:s totalEnergyBurned:f "
        "totalEnergyBurnedUnit:s extras:s decimals:h"
    ),
    "workout_activities": (
        "n:i parent:i uuid:s local_date:d start:t startOffset:h end:t endOffset:h duration:f durationUnit:s extras:s "
        "decimals:h"
    ),
    "workout_activities_events": "n:i parent:i type:s date:t dateOffset:h duration:f durationUnit:s extras:s decimals:h",
    "workout_activities_events_metadata": "parent:i key:s value:s",
    "workout_activities_metadata": "parent:i key:s value:s",
    "workout_activities_statistics": (
        "n:i parent:i type:s local_date:d start:t startOffset:h end:t endOffset:h average:f minimum:f maximum:f sum:f "
        "unit:s extras:s decimals:h"
    ),
    "workout_events": "n:i parent:i type:s date:t dateOffset:h duration:f durationUnit:s extras:s decimals:h",
    "workout_events_metadata": "parent:i key:s value:s",
    "workout_metadata": "parent:i key:s value:s",
    "workout_routes": (
        "n:i parent:i sourceName:s sourceVersion:s device:s created:t createdOffset:h local_date:d start:t "
        "startOffset:h end:t endOffset:h extras:s"
    ),
    "workout_routes_files": "n:i parent:i path:s extras:s",
    "workout_routes_files_track": "n:i parent:i name:s creator:s time:t timeOffset:h extras:s",
    "workout_routes_files_track_locations": (
        "n:i parent:i date:t dateOffset:h latitude:f longitude:f altitude:f horizontalAccuracy:f verticalAccuracy:f "
        "course:f speed:f extras:s decimals:h"
    ),
    "workout_routes_locations": (
        "n:i parent:i date:t dateOffset:h latitude:f longitude:f altitude:f horizontalAccuracy:f verticalAccuracy:f "
        "course:f speed:f extras:s decimals:h"
    ),
    "workout_routes_metadata": "parent:i key:s value:s",
    "workout_samples": "parent:i n:i",
    "workout_statistics": (
        "n:i parent:i type:s local_date:d start:t startOffset:h end:t endOffset:h average:f minimum:f maximum:f sum:f "
        "unit:s extras:s decimals:h"
    ),
    "workout_zone_groups": "n:i parent:i type:s source:s unit:s extras:s",
    "workout_zone_groups_zones": "n:i parent:i minimum:f maximum:f duration:f durationUnit:s extras:s decimals:h",
    "activity_summary": (
        "@head @origin dateComponents:s activeEnergyBurned:f activeEnergyBurnedGoal:f activeEnergyBurnedUnit:s "
        "appleMoveMinutes:f appleMoveMinutesGoal:f appleMoveTime:f appleMoveTimeGoal:f appleExerciseTime:f "
        "appleExerciseTimeGoal:f appleStandHours:f appleStandHoursGoal:f extras:s decimals:h"
    ),
    "activity_summary_metadata": "parent:i key:s value:s",
    "audiogram": "@head @origin extras:s",
    "audiogram_metadata": "parent:i key:s value:s",
    "audiogram_sensitivity_points": (
        "n:i parent:i frequencyValue:f frequencyUnit:s leftEarValue:f leftEarUnit:s leftEarMasked:s "
        "leftEarClampingRangeLowerBound:f leftEarClampingRangeUpperBound:f rightEarValue:f rightEarUnit:s "
        "rightEarMasked:s rightEarClampingRangeLowerBound:f rightEarClampingRangeUpperBound:f extras:s decimals:h"
    ),
    "vision_prescription": (
        "@head @origin dateIssued:t dateIssuedOffset:h expirationDate:t expirationDateOffset:h brand:s extras:s"
    ),
    "vision_prescription_attachments": "n:i parent:i identifier:s extras:s",
    "vision_prescription_left_eye": (
        "n:i parent:i sphere:f sphereUnit:s cylinder:f cylinderUnit:s axis:f axisUnit:s add:f addUnit:s vertex:f "
        "vertexUnit:s prismAmount:f prismAmountUnit:s prismAngle:f prismAngleUnit:s farPD:f farPDUnit:s nearPD:f "
        "nearPDUnit:s baseCurve:f baseCurveUnit:s diameter:f diameterUnit:s extras:s decimals:h"
    ),
    "vision_prescription_metadata": "parent:i key:s value:s",
    "vision_prescription_right_eye": (
        "n:i parent:i sphere:f sphereUnit:s cylinder:f cylinderUnit:s axis:f axisUnit:s add:f addUnit:s vertex:f "
        "vertexUnit:s prismAmount:f prismAmountUnit:s prismAngle:f prismAngleUnit:s farPD:f farPDUnit:s nearPD:f "
        "nearPDUnit:s baseCurve:f baseCurveUnit:s diameter:f diameterUnit:s extras:s decimals:h"
    ),
    "clinical_record": (
        "@head @origin identifier:s sourceURL:s fhirVersion:s receivedDate:t receivedDateOffset:h resourceFilePath:s "
        "resource:s extras:s"
    ),
    "clinical_record_metadata": "parent:i key:s value:s",
    "electrocardiogram": (
        "@head @source classification:s symptoms:s softwareVersion:s sampleRate:f sampleRateUnit:s averageHeartRate:f "
        "lead:s unit:s path:s name:s dateOfBirth:s fileHeader:s decimalSeparator:s extras:s decimals:h"
    ),
    "electrocardiogram_metadata": "parent:i key:s value:s",
    "electrocardiogram_voltages": "parent:i number:f extras:s decimals:h",
    "heartbeat_series": "@head @origin extras:s",
    "heartbeat_series_beats": "n:i parent:i timeSinceStart:f precededByGap:s extras:s decimals:h",
    "heartbeat_series_metadata": "parent:i key:s value:s",
    "state_of_mind": "@head @origin kind:s valence:f extras:s decimals:h",
    "state_of_mind_associations": "n:i parent:i name:s extras:s",
    "state_of_mind_labels": "n:i parent:i name:s extras:s",
    "state_of_mind_metadata": "parent:i key:s value:s",
    "scored_assessment": "@head @origin score:f risk:s extras:s decimals:h",
    "scored_assessment_answers": "n:i parent:i value:f extras:s decimals:h",
    "scored_assessment_metadata": "parent:i key:s value:s",
    "medication_dose": (
        "@head @source medicationConceptIdentifier:s scheduleType:s logStatus:s scheduledDate:t scheduledDateOffset:h "
        "scheduledDoseQuantity:f doseQuantity:f unit:s extras:s decimals:h"
    ),
    "medication_dose_metadata": "parent:i key:s value:s",
    "document": (
        "@head @origin title:s patientName:s authorName:s custodianName:s path:s offset:f size:f data:b extras:s "
        "decimals:h"
    ),
    "document_metadata": "parent:i key:s value:s",
    "unknown": "n:i id:b nested:s element:s participant:s",
}

#: The tables about exports, as a study has them.
_ABOUT = {
    "exports": "export_id:s participant:s status:s export_date:s bytes:i samples:i exit:i rule:s version:s",
    "participants": (
        "participant:s export_id:s first:s last:s days:i longest_gap:i samples:i zone:s zones:s devices:s"
    ),
    "coverage": "participant:s export_id:s kind:s type:s count:i first:s last:s days:i units:s sources:s",
    "findings": "participant:s export_id:s rule:s severity:s count:i",
}

#: Kinds by which the program selects samples.
SELECTABLE = ("quantity", "category", "correlation", "workout")


def _parsed(text: str) -> dict[str, str]:
    for name, columns in (("@head", _HEAD), ("@origin", "unit:s @source"), ("@source", _SOURCE)):
        text = text.replace(name, columns)
    return dict(column.split(":") for column in text.split())


#: The columns of each table, with a letter for their type.
TABLES: dict[str, dict[str, str]] = {name: _parsed(text) for name, text in _TABLES.items()}
ABOUT: dict[str, dict[str, str]] = {name: _parsed(text) for name, text in _ABOUT.items()}


def columns(kind: str) -> dict[str, str]:
    """The columns of a kind in Spark, with their types. Each has the participant."""
    found = ABOUT.get(kind) or {**TABLES[kind], "participant": "s"}
    return {name: type for name, letter in found.items() if (type := _TYPES[letter]) is not None}


def ddl(kind: str) -> str:
    """The schema of a kind."""
    return ", ".join(f"`{name}` {type}" for name, type in columns(kind).items())


def root(kind: str) -> str:
    """The table of the samples that the rows of a table belong to."""
    return next((name for name in sorted(TABLES) if kind == name or kind.startswith(f"{name}_")), kind)

/// Descriptions of the tables and columns that are made of the lists of fields. A test demands one for each, so that a
/// new field gets its line here.
enum FieldTitles {
  /// What the table of a structure holds. A structure is a kind, or the name of a list, in lower case.
  static func title(of structure: String) -> String? { tables[structure] }

  /// What a column of a structure holds: by structure and column, by the column alone, or by the ending of its name.
  static func title(of column: String, in structure: String) -> String? {
    if let title = columns["\(structure).\(column)"] ?? columns[column] { return title }
    if column.hasSuffix("_unit") { return "unit of `\(column.dropLast(5))`" }
    if column.hasSuffix("_pdunit") { return "unit of `\(column.dropLast(4))`" }
    if column.hasSuffix("_goal") { return "goal for `\(column.dropLast(5))`" }
    if column.hasSuffix("_offset") {
      let date = column.dropLast(7)
      let isWhole = ["date", "time", "date_issued"].contains(date)
      return
        "UTC offset of `\(date)\(isWhole ? "" : "_date")` as written, in minutes (east is positive)"
    }
    return nil
  }

  private static let tables = [
    "workout": "Workouts: duration and totals",
    "events": "Events of a workout or of one of its activities: pauses, laps, segments, markers",
    "activities": "Activities of a workout: its sports or intervals",
    "statistics":
      "Totals, averages and extremes of a quantity over a workout or one of its activities",
    "routes": "Routes of a workout",
    "files": "Files that hold the points of a route",
    "track": "Tracks of these files",
    "locations": "Points of a route",
    "zone_groups": "Zones of effort of a workout, by the quantity that they divide",
    "zones": "Time spent in each zone of effort",
    "samples": "Samples nested in a workout, such as its effort score",
    "activity_summary": "Activity rings of a day",
    "audiogram": "Hearing tests",
    "sensitivity_points": "Hearing thresholds at one frequency",
    "vision_prescription": "Prescriptions for glasses or contact lenses",
    "right_eye": "Lens for the right eye",
    "left_eye": "Lens for the left eye",
    "attachments": "Files that belong to a prescription",
    "clinical_record": "Clinical records; each is a FHIR resource",
    "electrocardiogram": "Electrocardiograms",
    "voltages": "Voltages of an electrocardiogram, evenly spaced in time",
    "heartbeat_series": "Series of heartbeats",
    "beats": "Heartbeats of a series",
    "state_of_mind": "States of mind",
    "labels": "Words that describe a state of mind",
    "associations": "What a state of mind is associated with",
    "scored_assessment": "Questionnaires with a score, such as GAD-7",
    "answers": "Answers to a questionnaire, in order",
    "medication_dose": "Doses of a medication, taken or not",
    "document": "Documents and other files of an export, in parts of at most 192 KiB",
  ]

  /// By structure and column; where a name means the same everywhere, by the column.
  private static let columns = [
    "metadata": "metadata of this row",
    "start_date": "when it began",
    "end_date": "when it ended",
    "creation_date": "when it was saved on the phone",
    "unit": "unit of the values",
    "duration": "how long it took, without pauses",
    "samples.member": "the nested sample",

    "workout.total_distance":
      "distance, in exports before iOS 16; later it is in `workout_statistics`",
    "workout.total_energy_burned":
      "active energy, in exports before iOS 16; later it is in `workout_statistics`",
    "events.type": "what happened, such as `HKWorkoutEventTypePause`",
    "events.date": "when it happened",
    "events.duration": "how long it took, for laps and segments",
    "activities.uuid": "identifier of the activity",
    "statistics.type": "identifier of the quantity",
    "statistics.average": "average over the time",
    "statistics.minimum": "lowest value",
    "statistics.maximum": "highest value",
    "statistics.sum": "total over the time",
    "routes.source_name": "app or device that wrote the route",
    "routes.source_version": "its version",
    "routes.device": "device that measured it, as text of the export",
    "files.path": "path from the folder of the export, with a leading slash",
    "track.name": "name of the track",
    "track.creator": "program that wrote the file; `Apple Health Export` where none is stated",
    "track.time": "when the file was written",
    "locations.date": "when the point was recorded",
    "locations.latitude": "degrees north",
    "locations.longitude": "degrees east",
    "locations.altitude": "meters above sea level",
    "locations.horizontal_accuracy": "accuracy of the position in meters; negative where unknown",
    "locations.vertical_accuracy": "accuracy of the altitude in meters; negative where unknown",
    "locations.course": "degrees clockwise from north; negative where unknown",
    "locations.speed": "meters per second; negative where unknown",
    "zone_groups.type": "identifier of the quantity that the zones divide",
    "zone_groups.source": "who set the zones",
    "zone_groups.unit": "unit of the bounds of the zones",
    "zones.minimum": "lower bound; the lowest zone has none",
    "zones.maximum": "upper bound; the highest zone has none",
    "zones.duration": "time spent in the zone",

    "activity_summary.date_components": "the day, as `2024-06-01`",
    "activity_summary.active_energy_burned": "active energy of the day",
    "activity_summary.active_energy_burned_unit": "unit of the active energy and of its goal",
    "activity_summary.apple_move_minutes":
      "minutes moved, in the attribute `appleMoveMinutes` of iOS 13",
    "activity_summary.apple_move_time": "minutes moved, since iOS 14",
    "activity_summary.apple_exercise_time": "minutes of exercise",
    "activity_summary.apple_stand_hours": "hours in which the wearer stood",

    "sensitivity_points.frequency_value": "frequency of the tone",
    "sensitivity_points.frequency_unit": "its unit, `Hz`",
    "sensitivity_points.left_ear_value": "threshold of the left ear",
    "sensitivity_points.left_ear_unit": "unit of the threshold of the left ear, `dBHL`",
    "sensitivity_points.left_ear_masked": "whether the right ear was masked: `YES` or `NO`",
    "sensitivity_points.left_ear_clamping_range_lower_bound":
      "lowest threshold that the test could find in the left ear",
    "sensitivity_points.left_ear_clamping_range_upper_bound":
      "highest threshold that the test could find in the left ear",
    "sensitivity_points.right_ear_value": "threshold of the right ear",
    "sensitivity_points.right_ear_unit": "unit of the threshold of the right ear, `dBHL`",
    "sensitivity_points.right_ear_masked": "whether the left ear was masked: `YES` or `NO`",
    "sensitivity_points.right_ear_clamping_range_lower_bound":
      "lowest threshold that the test could find in the right ear",
    "sensitivity_points.right_ear_clamping_range_upper_bound":
      "highest threshold that the test could find in the right ear",

    "vision_prescription.date_issued": "when it was issued",
    "vision_prescription.expiration_date": "when it expires",
    "vision_prescription.brand": "brand of the contact lenses",
    "sphere": "lens power",
    "cylinder": "lens power for astigmatism",
    "axis": "angle of the astigmatism",
    "add_power": "power added for reading",
    "add_unit": "unit of `add_power`",
    "vertex": "distance from the lens to the eye",
    "prism_amount": "strength of the prism",
    "prism_angle": "angle of the prism",
    "far_pd": "pupillary distance for far vision",
    "near_pd": "pupillary distance for near vision",
    "base_curve": "base curve of a contact lens",
    "diameter": "diameter of a contact lens",
    "attachments.identifier": "identifier of the file",

    "clinical_record.identifier": "identifier of the resource at its server",
    "clinical_record.source_url": "address of the resource at its server",
    "clinical_record.fhir_version": "version of FHIR, such as `4.0.1`",
    "clinical_record.received_date": "when it was downloaded, which is no clinical date",
    "clinical_record.resource_file_path": "file of the resource, from the folder of the export",
    "clinical_record.resource": "the FHIR resource: JSON",

    "electrocardiogram.classification": "result of the watch, as text of the export",
    "electrocardiogram.symptoms": "symptoms that the wearer stated, as text of the export",
    "electrocardiogram.software_version": "version of the app",
    "electrocardiogram.sample_rate": "voltages per second",
    "electrocardiogram.average_heart_rate": "beats per minute",
    "electrocardiogram.lead": "where it was measured, such as `Lead I`",
    "electrocardiogram.unit": "unit of the voltages, such as `µV`",
    "electrocardiogram.path": "file it was read from, from the folder of the export",
    "electrocardiogram.name": "name of the person, as the file states it",
    "electrocardiogram.date_of_birth": "date of birth of the person, as the file states it",
    "electrocardiogram.file_header":
      "text of the file before the voltages, if the other columns do not reproduce it",
    "electrocardiogram.decimal_separator": "decimal separator of the file, where it is not a point",
    "voltages.value": "a voltage, in the unit of the electrocardiogram",

    "beats.time_since_start": "seconds since the series began",
    "beats.preceded_by_gap": "whether beats before it were missed: `YES` or `NO`",
    "state_of_mind.kind": "`HKStateOfMindKindMomentaryEmotion` or `HKStateOfMindKindDailyMood`",
    "state_of_mind.valence": "from -1, very unpleasant, to 1, very pleasant",
    "labels.name": "a word, such as `HKStateOfMindLabelCalm`",
    "associations.name": "what it is associated with, such as `HKStateOfMindAssociationWork`",
    "scored_assessment.score": "sum of the answers",
    "scored_assessment.risk": "what the score means",
    "answers.value": "number of the answer",
    "medication_dose.medication_concept_identifier": "which medication",
    "medication_dose.schedule_type": "as needed or by schedule",
    "medication_dose.log_status": "taken, skipped or snoozed",
    "medication_dose.scheduled_date": "when the dose was due",
    "medication_dose.scheduled_dose_quantity": "how much was due",
    "medication_dose.dose_quantity": "how much was taken",
    "medication_dose.unit": "unit of both quantities",

    "document.title": "title of the document",
    "document.patient_name": "person it is about",
    "document.author_name": "its author",
    "document.custodian_name": "organization that keeps it",
    "document.path": "file of the document, from the folder of the export",
    "document.byte_offset": "where in the file the bytes begin; nothing for the first part",
    "document.size": "bytes of the whole file",
    "document.data": "bytes of this part",
  ]
}

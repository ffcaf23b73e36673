"""Checks CycloneDX documents against the schema of the version that they name, in the environment of `make sbom`."""

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion  # type: ignore[import-not-found]
from cyclonedx.validation.json import JsonStrictValidator  # type: ignore[import-not-found]

for path in map(Path, sys.argv[1:]):
    text = path.read_text()
    document = json.loads(text)
    version = document["specVersion"]
    if error := JsonStrictValidator(SchemaVersion.from_version(version)).validate_str(text):
        sys.exit(f"{path} is not CycloneDX {version}: {error}")
    sys.stdout.write(f"{path}: {len(document['components'])} components, valid CycloneDX {version}\n")

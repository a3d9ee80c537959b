#!/usr/bin/env bash
# Compiles TYPES random types (default: 300), starting with number FIRST (default: 0) of the seed SEED, with the source generators and warnings as errors.
# Compares INSTANCES random instances of each type (default: 1,000) with the text and the round trip of System.Text.Json: both modes, with and without a
# dictionary, and views.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.Generators.Tests -v quiet --nologo
tests/Blittable.Generators.Tests/bin/Release/net10.0/Blittable.Generators.Tests --seed "$SEED" --first "${FIRST:-0}" --types "${TYPES:-300}" --instances "${INSTANCES:-1000}"

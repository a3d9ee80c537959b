#!/usr/bin/env bash
# Compiles random types with the source generators, with warnings as errors, and compares INSTANCES random instances of each (1,000 if not set) with the text
# and the round trip of System.Text.Json: both modes, with and without a dictionary, and views. TYPES types (300 if not set) from FIRST on (0), of the seed SEED.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.Generators.Tests -v quiet --nologo
tests/Blittable.Generators.Tests/bin/Release/net10.0/Blittable.Generators.Tests --seed "$SEED" --first "${FIRST:-0}" --types "${TYPES:-300}" --instances "${INSTANCES:-1000}"

#!/usr/bin/env bash
# Runs the tests that combine layouts, workers, memory limits and expressions, with all combinations. .ci/run tests a sample of them.
set -euo pipefail
cd "$root"
program=tests/Blittable.Collections.Tests/bin/Release/net10.0/Blittable.Collections.Tests.dll
BLITTABLE_ALL_SETTINGS=1 dotnet "$program" -noLogo -class '*.ArgumentTests' -class '*.ComputedStringTests' -class '*.NullResultTests'

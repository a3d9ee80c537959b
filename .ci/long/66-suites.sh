#!/usr/bin/env bash
# Runs the JSON Patch suite (from npm) and the JSONPath suite (703 cases). The latter is not on npm: BLITTABLE_SUITES specifies a folder with cts.json of
# github.com/jsonpath-standard/jsonpath-compliance-test-suite. Without it, the script counts as skipped after the JSON Patch suite has passed.
set -euo pipefail
cd "$root"
mkdir "$scratch/suites"
[ -z "${BLITTABLE_SUITES:-}" ] || cp -r "$BLITTABLE_SUITES/." "$scratch/suites"
export BLITTABLE_SUITES=$scratch/suites
if [ ! -e "$BLITTABLE_SUITES/tests.json" ]; then
    (cd "$scratch" && npm pack --silent json-patch-test-suite && tar xzf json-patch-test-suite-*.tgz && cp package/*tests.json "$BLITTABLE_SUITES")
fi

dotnet test -c Release tests/Blittable.Tests --filter FullyQualifiedName~JsonPatchSuiteTests
if [ ! -e "$BLITTABLE_SUITES/cts.json" ]; then
    echo "BLITTABLE_SUITES is not a folder with cts.json"
    exit 77
fi

dotnet test -c Release --no-build tests/Blittable.Tests --filter FullyQualifiedName~JsonPathSuiteTests

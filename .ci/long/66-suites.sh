#!/usr/bin/env bash
# The suites of JSONPath (703 cases) and JSON Patch. BLITTABLE_SUITES names a folder with cts.json of github.com/jsonpath-standard/jsonpath-compliance-test-suite
# and, if they shall be newer than those on npm, tests.json and spec_tests.json of github.com/json-patch/json-patch-tests.
set -euo pipefail
cd "$root"
if [ ! -e "${BLITTABLE_SUITES:-}/cts.json" ]; then
    echo "BLITTABLE_SUITES names no folder with cts.json"
    exit 77
fi

cp -r "$BLITTABLE_SUITES" "$scratch/suites"
export BLITTABLE_SUITES=$scratch/suites
if [ ! -e "$BLITTABLE_SUITES/tests.json" ]; then
    (cd "$scratch" && npm pack --silent json-patch-test-suite && tar xzf json-patch-test-suite-*.tgz && cp package/*tests.json "$BLITTABLE_SUITES")
fi

dotnet test -c Release tests/Blittable.Tests --filter FullyQualifiedName~Blittable.Tests.Suites

#!/usr/bin/env bash
# Imports TABLES tables of random Arrow schemas as batches, as Arrow files and as Parquet files, exports their documents as Parquet files, and compares the
# documents with what was drawn.
# With FILES, a folder of Parquet files, compares each with DuckDB's reading.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.Arrow.Tests -v quiet --nologo
tests=tests/Blittable.Arrow.Tests/bin/Release/net10.0/Blittable.Arrow.Tests.dll
ARROW_TABLES=${TABLES:-3334} ARROW_SEED=$SEED dotnet "$tests" -noLogo -class '*RandomTableTests'
if [ -n "${FILES:-}" ]; then
    ARROW_FILES=$FILES dotnet "$tests" -noLogo -class '*ForeignFileTests' -explicit only
fi

#!/usr/bin/env bash
# Imports TABLES tables with random Arrow schemas as batches, Arrow files and Parquet files, exports their documents as Parquet files, and compares the documents
# with the generated values. If FILES specifies a folder of Parquet files, compares the import of each file with DuckDB.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.Arrow.Tests -v quiet --nologo
tests=tests/Blittable.Arrow.Tests/bin/Release/net10.0/Blittable.Arrow.Tests.dll
ARROW_TABLES=${TABLES:-3334} ARROW_SEED=$SEED dotnet "$tests" -noLogo -class '*RandomTableTests'
if [ -n "${FILES:-}" ]; then
    ARROW_FILES=$FILES dotnet "$tests" -noLogo -class '*ForeignFileTests' -explicit only
fi

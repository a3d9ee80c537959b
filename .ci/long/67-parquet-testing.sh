#!/usr/bin/env bash
# Reads the files of github.com/apache/parquet-testing. Each Parquet file must be refused, or read with the values that DuckDB reads. Each Variant value must be
# read and written back. PARQUET_TESTING specifies a folder with the files, or a Git directory of the repository.
set -euo pipefail
cd "$root"
files=${PARQUET_TESTING:-}
if [ -n "$files" ] && [ ! -d "$files/variant" ] && git --git-dir="$files" rev-parse --quiet --verify HEAD > /dev/null 2>&1; then
    mkdir "$scratch/parquet-testing"
    git --git-dir="$files" archive HEAD | tar x -C "$scratch/parquet-testing"
    files=$scratch/parquet-testing
fi

if [ ! -d "$files/variant" ]; then
    echo "PARQUET_TESTING is not a folder with the files of apache/parquet-testing"
    exit 77
fi

dotnet build -c Release tests/Blittable.Arrow.Tests -v quiet --nologo
tests=tests/Blittable.Arrow.Tests/bin/Release/net10.0/Blittable.Arrow.Tests.dll
PARQUET_TESTING=$files dotnet "$tests" -noLogo -class '*VariantVectorTests' -explicit only
ARROW_FILES=$files/data dotnet "$tests" -noLogo -class '*ForeignFileTests' -explicit only

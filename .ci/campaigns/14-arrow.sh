#!/usr/bin/env bash
# Imports TABLES tables of random Arrow schemas as batches, as Arrow files and as Parquet files, exports their documents as Parquet files, and compares the
# documents with what was drawn.
# With FILES, a folder of Parquet files, compares each with DuckDB's reading.
set -euo pipefail
cd "$root"
ARROW_TABLES=${TABLES:-3334} ARROW_SEED=$SEED ARROW_FILES=${FILES:-} dotnet test -c Release tests/Blittable.Arrow.Tests -v quiet --nologo \
    --filter 'FullyQualifiedName~RandomTableTests|FullyQualifiedName~ForeignFileTests'

#!/usr/bin/env bash
# Compiles TYPES random types with the source generator, with warnings as errors, and compares 1,000 random instances of each with the text and the
# round trip of System.Text.Json: both modes, with and without a dictionary. The seed is SEED.
set -euo pipefail
cd "$root"
BLITTABLE_TYPES=${TYPES:-300} BLITTABLE_INSTANCES=${INSTANCES:-1000} BLITTABLE_SEED=$SEED \
    dotnet test -c Release tests/Blittable.Generators.Tests --filter RandomTypesTests -v quiet --nologo

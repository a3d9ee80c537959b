#!/usr/bin/env bash
# Changes the sources one comparison, condition, sum or call at a time, and lists the changes that no test notices: MUTANTS of each folder (200), chosen by
# SEED. All changes of a folder are compiled at once, each behind a switch, and only the test classes that reach a change are run for it.
# A copy of the sources in MUTANT_COPY keeps the results: a campaign that was ended continues there.
set -euo pipefail
cd "$root"
copy=${MUTANT_COPY:-$scratch/mutants}
mkdir -p "$copy"
# Sources that have been moved or deleted since the last campaign.
find "$copy" -name '*.cs' -not -path '*/obj/*' -delete
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$copy"
dotnet build -c Release build/Mutants --nologo -v q
folders=(
    "src/Blittable Validation tests/Blittable.Tests Blittable.Tests.Validation. Blittable.Tests.Reading. Blittable.Tests.Layout."
    "src/Blittable Reading tests/Blittable.Tests Blittable.Tests.Reading. Blittable.Tests.Layout. Blittable.Tests.Validation. Blittable.Tests.BlittableValue"
    "src/Blittable Layout tests/Blittable.Tests Blittable.Tests.Layout. Blittable.Tests.Reading. Blittable.Tests.Validation. Blittable.Tests.Writing."
    "src/Blittable.Collections Storage tests/Blittable.Collections.Tests Blittable.Collections.Tests.Collection Blittable.Collections.Tests.Storage. Blittable.Collections.Tests.Forged Blittable.Collections.Tests.SmallCommit"
    "src/Blittable.Collections Query tests/Blittable.Collections.Tests Blittable.Collections.Tests.Query."
    "src/Blittable.Generators Serialization tests/Blittable.Generators.Tests"
)
limit=${MINUTES:-60}
[ "$limit" -le 60 ] || limit=60
export MUTANT_MINUTES=$((limit / ${#folders[@]}))
for line in "${folders[@]}"; do
    read -r project folder tests classes <<<"$line"
    # shellcheck disable=SC2086
    dotnet build/Mutants/bin/Release/net10.0/Mutants.dll . "$copy" "$project" "$folder" "$tests" "${MUTANTS:-200}" "$SEED" $classes
done

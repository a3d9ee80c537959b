#!/usr/bin/env bash
# Changes one comparison, condition, sum or call of the source at a time (mutants), and lists the mutants that no test detects. Tests a sample of MUTANTS mutants
# (default: 200) of one folder, a different folder each day, or of the folders in MUTANT_FOLDERS. All mutants of a folder are compiled at once, each behind a
# switch. For each mutant, only the test classes that reach it run, for MINUTES (at most 60) per folder. A second line of a folder tests the mutants that the
# first has not detected. A copy of the sources in MUTANT_COPY stores the results, and the next campaign of the folder continues there with the same sample.
set -euo pipefail
cd "$root"
copy=${MUTANT_COPY:-${XDG_CACHE_HOME:-$HOME/.cache}/blittable/mutants}
mkdir -p "$copy"
# Remove sources that have been moved or deleted since the last campaign.
find "$copy" -name '*.cs' -not -path '*/obj/*' -delete
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$copy"
dotnet build -c Release build/Mutants --nologo -v q
folders=(
    "src/Blittable Validation tests/Blittable.Tests Blittable.Tests.Validation. Blittable.Tests.Reading. Blittable.Tests.Layout."
    "src/Blittable Reading tests/Blittable.Tests Blittable.Tests.Reading. Blittable.Tests.Layout. Blittable.Tests.Validation. Blittable.Tests.BlittableValue"
    "src/Blittable Layout tests/Blittable.Tests Blittable.Tests.Layout. Blittable.Tests.Reading. Blittable.Tests.Validation. Blittable.Tests.Writing."
    "src/Blittable.Collections Storage tests/Blittable.Collections.Tests Blittable.Collections.Tests.Collection Blittable.Collections.Tests.Storage. Blittable.Collections.Tests.Forged Blittable.Collections.Tests.SmallCommit"
    "src/Blittable.Collections Snapshots tests/Blittable.Crash"
    "src/Blittable.Collections Snapshots tests/Blittable.Collections.Tests Blittable.Collections.Tests.Collection Blittable.Collections.Tests.Backup Blittable.Collections.Tests.Follow Blittable.Collections.Tests.Refresh Blittable.Collections.Tests.Durability"
    "src/Blittable.Collections Query tests/Blittable.Collections.Tests Blittable.Collections.Tests.Query."
    "src/Blittable.Generators Serialization tests/Blittable.Generators.Tests"
)
wanted=${MUTANT_FOLDERS:-$(cut -d " " -f 2 <<<"${folders[$(($(date +%s) / 86400 % ${#folders[@]}))]}")}
export MUTANT_MINUTES=$((${MINUTES:-60} < 60 ? ${MINUTES:-60} : 60))
failed=0
for line in "${folders[@]}"; do
    read -r project folder tests classes <<<"$line"
    [[ " $wanted " == *" $folder "* ]] || continue
    # shellcheck disable=SC2086
    dotnet build/Mutants/bin/Release/net10.0/Mutants.dll . "$copy" "$project" "$folder" "$tests" "${MUTANTS:-200}" "${MUTANT_SEED:-1}" $classes || failed=1
done
exit "$failed"

#!/usr/bin/env bash
# Runs AFL++, which searches for inputs that reach new branches of the library, for MINUTES in total, and prints the coverage of each target. SharpFuzz instruments
# the library. The targets read bytes directly, without dates and objects. The initial inputs are created by the campaign 10-fuzz.
set -euo pipefail
cd "$root"
need afl-fuzz afl++
dotnet tool install SharpFuzz.CommandLine --version 2.3.0 --tool-path "$scratch/tools" > /dev/null
dotnet build -c Release tests/Blittable.Fuzz -o "$scratch/afl" -v quiet --nologo

# The serializers are not instrumented, because they run before the program can provide the map of branches.
"$scratch/tools/sharpfuzz" "$scratch/afl/Blittable.dll" Blittable.{Blittable,Dates,Dictionaries,Editing,Json,Layout,Paths,Reading,Rendering,Strings,Text,Validation,Wire,Writing}
"$scratch/tools/sharpfuzz" "$scratch/afl/Blittable.Collections.dll"
export AFL_SKIP_BIN_CHECK=1 AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1
targets=(documents shared-documents dictionaries messagepack json columns collections)
seconds=$((MINUTES * 60 / ${#targets[@]}))
failed=0
for target in "${targets[@]}"; do
    inputs=$scratch/afl-in/$target
    found=$scratch/afl-out/$target
    mkdir -p "$found"
    dotnet "$scratch/afl/Blittable.Fuzz.dll" "$target" --write "$inputs" --cases 300 --seed "$SEED"
    afl-fuzz -V "$seconds" -i "$inputs" -o "$found" -G 65536 -t 10000 -m none -- dotnet "$scratch/afl/Blittable.Fuzz.dll" "$target" --afl > "$scratch/afl.log" 2>&1 ||
        { tail -30 "$scratch/afl.log"; failed=1; continue; }
    printf '%s:' "$target"
    awk -F ' *: *' '/^(execs_done|corpus_count|corpus_found|bitmap_cvg|saved_crashes|saved_hangs) / { printf " %s %s", $1, $2 } END { print "" }' "$found/default/fuzzer_stats"
    crashes=$(find "$found/default/crashes" "$found/default/hangs" -type f ! -name README.txt | head -5)
    for input in $crashes; do
        failed=1
        echo "$input: $(xxd -p "$input" | tr -d '\n' | cut -c1-2000)"
    done
done
exit "$failed"

#!/usr/bin/env bash
# Converts every file in the folder BLITTABLE_CORPORA in both modes, reads the documents with the TypeScript reader, and compares its JSON with the original.
set -euo pipefail
cd "$root"
if [ ! -d "${BLITTABLE_CORPORA:-}" ]; then
    echo "BLITTABLE_CORPORA is not a folder of *.json and *.ndjson files"
    exit 77
fi

(cd tools/blittable-js && npm ci --silent && npm run --silent build)
dotnet build -c Release src/Blittable.Cli -v quiet --nologo
count=0
failed=0
while IFS= read -r file; do
    for mode in memory disk; do
        read=$scratch/typescript.${file##*.}
        if dotnet run -c Release --no-build --project src/Blittable.Cli -- convert "$file" --mode "$mode" --quiet -o "$scratch/typescript.blits" &&
            node tools/blittable-js/to-json.mjs "$scratch/typescript.blits" >"$read" && python3 .ci/same-json.py "$file" "$read"; then
            count=$((count + 1))
        else
            echo "failed: $file in $mode mode"
            failed=$((failed + 1))
        fi
    done
done < <(find "$BLITTABLE_CORPORA" -name '*.json' -o -name '*.ndjson' | sort)
echo "$count documents equal, $failed not"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]

# Packs JSON lines into a collection of each layout, unpacks them, and compares them with a program that shares no code with the library.
set -euo pipefail
for lines in lineitem-sample companies-sample; do
    for layout in rows columns hybrid; do
        cli pack "datasets/files/$lines.ndjson" --layout "$layout" --quiet -o "$scratch/$lines.$layout.blic"
        cli unpack "$scratch/$lines.$layout.blic" --quiet -o "$scratch/$lines.$layout.ndjson"
        python3 .ci/same-json.py "datasets/files/$lines.ndjson" "$scratch/$lines.$layout.ndjson"
    done
done

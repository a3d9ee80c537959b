# The specification: documents are turned back into JSON by a program that was written after docs/FORMAT.md and shares no code
# with the library, and compared with what they were made of.
set -eu
dotnet build -c Release src/Blittable.Cli -v quiet --nologo

check() {
    local original=$1 document=$scratch/format.$2
    dotnet run -c Release --no-build --project src/Blittable.Cli -- \
        convert "$original" --mode "$mode" --strings "$strings" -o "$document" 2>"$scratch/format.log" || { cat "$scratch/format.log"; exit 1; }
    python3 .ci/read-format.py "$document" >"$scratch/format.${original##*.}"
    python3 .ci/same-json.py "$original" "$scratch/format.${original##*.}"
}

# The golden files: what every reader of version 1 must read. This reader knows what JSON has, without dictionaries.
golden=tests/Blittable.Golden/Version1/documents
for document in "$golden"/every-kind-*.hex "$golden"/large-slots.hex "$golden"/prose-*.hex "$golden"/scalar.hex; do
    python3 -c 'import sys; open(sys.argv[2], "wb").write(bytes.fromhex(open(sys.argv[1]).read()))' "$document" "$scratch/golden.blit"
    python3 .ci/read-format.py "$scratch/golden.blit" >"$scratch/golden.json"
    python3 .ci/same-json.py "${document%.hex}.json" "$scratch/golden.json"
done

for options in "memory none" "disk smaz" "disk general" "disk trained"; do
    read -r mode strings <<<"$options"
    check datasets/files/browsers.json blit
    check datasets/files/lineitem-sample.ndjson blits
    check datasets/files/companies-sample.ndjson blits
done

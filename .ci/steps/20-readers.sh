# Tests conversion with programs that share no code with the library. Each file is converted with each option. The command, the Python reader that was written
# from docs/FORMAT.md, and the TypeScript reader restore it, and each result is compared with the original.
set -euo pipefail
for tool in blittable-js explain-page; do
    (cd "tools/$tool" && npm ci --silent && npm test)
done

read_back() {
    node tools/blittable-js/to-json.mjs "$2" ${3+"$3"} >"$scratch/typescript.${1##*.}"
    python3 .ci/same-json.py "$1" "$scratch/typescript.${1##*.}"
}

for options in "memory none" "disk smaz" "disk general" "disk trained"; do
    read -r mode strings <<<"$options"
    for file in datasets/files/browsers.json datasets/files/lineitem-sample.ndjson datasets/files/companies-sample.ndjson; do
        extension=${file##*.}
        document=$scratch/document.blit
        [ "$extension" = json ] || document=$scratch/documents.blits
        echo "$file, $options"
        cli convert "$file" --mode "$mode" --strings "$strings" --quiet -o "$document"
        cli verify --quiet "$document"
        cli to-json "$document" --quiet -o "$scratch/command.$extension"
        python3 .ci/same-json.py "$file" "$scratch/command.$extension"
        python3 .ci/read-format.py "$document" >"$scratch/python.$extension"
        python3 .ci/same-json.py "$file" "$scratch/python.$extension"
        read_back "$file" "$document"
        rm -f "$document" "$scratch/command.$extension"
    done
done

cli train datasets/files/lineitem-sample.ndjson --quiet -o "$scratch/shared.dictionary"
cli convert datasets/files/lineitem-sample.ndjson --mode disk --dictionary "$scratch/shared.dictionary" --quiet -o "$scratch/shared.blits"
read_back datasets/files/lineitem-sample.ndjson "$scratch/shared.blits" "$scratch/shared.dictionary"

# Every reader must read the golden files. The Python reader supports only documents without dictionaries.
golden=tests/Blittable.Golden/Version1/documents
for document in "$golden"/every-kind-*.hex "$golden"/large-slots.hex "$golden"/prose-*.hex "$golden"/scalar.hex; do
    python3 -c 'import sys; open(sys.argv[2], "wb").write(bytes.fromhex(open(sys.argv[1]).read()))' "$document" "$scratch/golden.blit"
    python3 .ci/read-format.py "$scratch/golden.blit" >"$scratch/golden.json"
    python3 .ci/same-json.py "${document%.hex}.json" "$scratch/golden.json"
done

cli explain datasets/files/browsers.json --html "$scratch/page.html"
grep -q '"label":"disk mode"' "$scratch/page.html"

# The second reader of the format, in TypeScript: the worked examples, damaged bytes, documents of both modes and with a dictionary; and the page that
# `blittable explain` writes, opened in headless Chromium.
set -eu
if ! command -v chromium >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi
for tool in blittable-js explain-page; do
    (cd "tools/$tool" && npm ci --silent && npm test)
done

dotnet build -c Release src/Blittable.Cli -v quiet --nologo
cli() { dotnet run -c Release --no-build --project src/Blittable.Cli -- "$@"; }
read_back() {
    node tools/blittable-js/to-json.mjs "$2" ${3+"$3"} >"$scratch/typescript.${1##*.}"
    python3 .ci/same-json.py "$1" "$scratch/typescript.${1##*.}"
}

for options in "memory none" "disk smaz" "disk general" "disk trained"; do
    read -r mode strings <<<"$options"
    for file in datasets/files/browsers.json datasets/files/lineitem-sample.ndjson datasets/files/companies-sample.ndjson; do
        cli convert "$file" --mode "$mode" --strings "$strings" -o "$scratch/typescript.blits" 2>/dev/null
        read_back "$file" "$scratch/typescript.blits"
    done
done

cli train datasets/files/lineitem-sample.ndjson -o "$scratch/typescript.dictionary"
cli convert datasets/files/lineitem-sample.ndjson --mode disk --dictionary "$scratch/typescript.dictionary" -o "$scratch/typescript.blits" 2>/dev/null
read_back datasets/files/lineitem-sample.ndjson "$scratch/typescript.blits" "$scratch/typescript.dictionary"

cli explain datasets/files/browsers.json --html "$scratch/page.html"
grep -q '"label":"disk mode"' "$scratch/page.html"

# The main job: the README's command converts a file of the repository; what it wrote is turned back into JSON and compared
# with the original by a program that shares no code with ours.
set -eu
cli() { dotnet run -c Release --project src/Blittable.Cli -- "$@"; }

for mode in memory disk; do
    cli convert datasets/files/browsers.json --mode "$mode" -o "$scratch/browsers.blit"
    cli verify "$scratch/browsers.blit"
    cli to-json "$scratch/browsers.blit" -o "$scratch/browsers.json"
    python3 .ci/same-json.py datasets/files/browsers.json "$scratch/browsers.json"

    for lines in lineitem-sample companies-sample; do
        cli convert "datasets/files/$lines.ndjson" --mode "$mode" -o "$scratch/$lines.blits"
        cli to-json "$scratch/$lines.blits" -o "$scratch/$lines.ndjson"
        python3 .ci/same-json.py "datasets/files/$lines.ndjson" "$scratch/$lines.ndjson"
    done
done

# Lines are packed into a collection of each layout and back, and compared by a program that shares no code with ours;
# and the benchmarks of collections, small: a query that comes to something else than over the JSON lines ends the suite.
set -eu
cli() { dotnet run -c Release --project src/Blittable.Cli -- "$@"; }

for lines in lineitem-sample companies-sample; do
    for layout in rows columns hybrid; do
        cli pack "datasets/files/$lines.ndjson" --layout "$layout" -o "$scratch/$lines.$layout.blic"
        cli unpack "$scratch/$lines.$layout.blic" -o "$scratch/$lines.$layout.ndjson"
        python3 .ci/same-json.py "datasets/files/$lines.ndjson" "$scratch/$lines.$layout.ndjson"
    done
done

dotnet run -c Release --project benchmarks -- collections --quick --rows 20000 --cell JSON,pack,opened,Get --output "$scratch/collections"

#!/usr/bin/env bash
# Passes generated documents through every pair of a writing and a reading entry point, for MINUTES in total, and prints the documents, the pairs and the failures
# of each run. First tests documents at the limits and at the edges of encodings, and measures the time of growing documents. ENTRY_STATES specifies a folder for
# the states of the runs, from which another run with the seed continues. Without it, each run starts at the first document.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.EntryMatrix -v quiet --nologo
matrix=tests/Blittable.EntryMatrix/bin/Release/net10.0/Blittable.EntryMatrix
states=${ENTRY_STATES:-$scratch/entries}
mkdir -p "$states"
# Reduces garbage collections of short-lived documents: on some machines, the runtime chooses a first generation of 2 MB.
export DOTNET_GCgen0size=0x4000000
failed=0
"$matrix" extremes --many 100000 || failed=1
"$matrix" edges || failed=1
"$matrix" linear || failed=1
sets=("" DOTNET_EnableAVX512=0 DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0)
minutes=$(awk -v all="$MINUTES" -v parts=${#sets[@]} 'BEGIN { printf "%.2f", all / parts }')
for set in "${sets[@]}"; do
    echo "--- ${set:-all instruction sets of the processor}"
    env ${set:+"$set"} "$matrix" generated --minutes "$minutes" --seed "$SEED" --state "$states/$SEED-${set:-all}" ||
        failed=1
done
exit "$failed"

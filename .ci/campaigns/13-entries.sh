#!/usr/bin/env bash
# Takes generated documents through every pair of an entry that writes and an entry that reads for MINUTES in sum, after documents at the limits of what is
# accepted and the times of growing documents, and prints the documents, the pairs and the failures of each run. ENTRY_STATES names a folder for the states of the runs, with which another run
# of the same seed goes on; without it each run starts at the first document.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.EntryMatrix -v quiet --nologo
matrix=tests/Blittable.EntryMatrix/bin/Release/net10.0/Blittable.EntryMatrix
states=${ENTRY_STATES:-$scratch/entries}
mkdir -p "$states"
# Fewer collections of short-lived documents: the runtime chooses 2 MB on some machines.
export DOTNET_GCgen0size=0x4000000
failed=0
"$matrix" extremes --many 100000 || failed=1
"$matrix" linear || failed=1
sets=("" DOTNET_EnableAVX512=0 DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0)
minutes=$(awk -v all="$MINUTES" -v parts=${#sets[@]} 'BEGIN { printf "%.2f", all / parts }')
for set in "${sets[@]}"; do
    echo "--- ${set:-all instruction sets of the processor}"
    env ${set:+"$set"} "$matrix" generated --minutes "$minutes" --seed "$SEED" --state "$states/$SEED-${set:-all}" ||
        failed=1
done
exit "$failed"

#!/usr/bin/env bash
# Runs random queries over random collections, for MINUTES in total, and compares the results with a naive evaluation: in each layout, with 1 and 4 workers, with
# and without a memory limit, with each instruction set. QUERY_STATES specifies a folder for the states of the campaigns, from which another run with the seed
# continues. Without it, each run starts at the first collection.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.QueryFuzz -v quiet --nologo
states=${QUERY_STATES:-$scratch/queries}
mkdir -p "$states"
sets=("" DOTNET_EnableAVX512=0 DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0)
minutes=$(awk -v all="$MINUTES" -v parts=${#sets[@]} 'BEGIN { printf "%.2f", all / parts }')
failed=0
for set in "${sets[@]}"; do
    echo "--- ${set:-all instruction sets of the processor}"
    env ${set:+"$set"} tests/Blittable.QueryFuzz/bin/Release/net10.0/Blittable.QueryFuzz --minutes "$minutes" --seed "$SEED" --state "$states/$SEED-${set:-all}" ||
        failed=1
done
exit "$failed"

#!/usr/bin/env bash
# Fuzzes every target with each instruction set, for MINUTES in total, and prints the cases, the rate and the outcomes of each run.
# If a process ends during a case, the journal contains the number of the case, which is printed.
set -euo pipefail
cd "$root"
dotnet build -c Release tests/Blittable.Fuzz -v quiet --nologo
fuzz=tests/Blittable.Fuzz/bin/Release/net10.0/Blittable.Fuzz
journal=$scratch/journal
# Without a target, the program lists its targets and ends with exit code 2.
read -ra targets < <({ "$fuzz" || true; } | sed -n 's/^Targets: //p')
[ "${#targets[@]}" -gt 0 ]
sets=("" DOTNET_EnableAVX512=0 DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0)
minutes=$(awk -v all="$MINUTES" -v parts=$((${#targets[@]} * ${#sets[@]})) 'BEGIN { printf "%.2f", all / parts }')
failed=0
for set in "${sets[@]}"; do
    echo "--- ${set:-all instruction sets of the processor}"
    for target in "${targets[@]}"; do
        env ${set:+"$set"} "$fuzz" "$target" --minutes "$minutes" --seed "$SEED" --journal "$journal" || {
            failed=1
            env ${set:+"$set"} "$fuzz" "$target" --cases 0 --seed "$SEED" --journal "$journal"
        }
    done
done
exit "$failed"

#!/usr/bin/env bash
# Kills writers, cuts the power of a simulated disk and makes small commits, as often as docs/SECURITY.md states. Then runs a soak test for the remaining MINUTES,
# and at least for SOAK minutes (default: 30).
set -euo pipefail
cd "$root"
need gcc gcc libc6-dev
start=$SECONDS
crash() { dotnet run -c Release --project tests/Blittable.Crash -- "$@"; }
for durability in each every none; do
    crash kill --count "${KILLS:-2000}" --seed "$SEED" --durability "$durability"
    crash power --count "${CUTS:-10000}" --seed "$SEED" --durability "$durability"
done
crash flush --count "${FLUSHES:-400}" --seed "$SEED"
crash commits --count "${COMMITS:-100000}"
left=$((MINUTES - (SECONDS - start) / 60))
crash soak --minutes "$((left > ${SOAK:-30} ? left : ${SOAK:-30}))" --seed "$SEED"

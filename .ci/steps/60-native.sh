# Publishes a program with generated code as native code, without warnings, and runs it.
set -euo pipefail
need clang clang && need /usr/include/zlib.h zlib1g-dev || exit 77
timeout 900 dotnet publish -c Release -p:Native=true samples/NativeObjects -o "$scratch/native" 2>&1 | tee "$scratch/native.log" | tail -3
if grep -E 'warning (IL|AOT|CS)' "$scratch/native.log"; then
    exit 1
fi
start=$(date +%s%N)
"$scratch/native/NativeObjects" | tee "$scratch/native.out"
echo "$(stat -c %s "$scratch/native/NativeObjects") bytes, $((($(date +%s%N) - start) / 1000000)) ms"
grep -qx 'Ada, Shipped, 42.50 of 42.50' "$scratch/native.out"

# A program with generated code, published as native code without a warning, and run.
set -eu
need clang clang && need /usr/include/zlib.h zlib1g-dev || exit 77
timeout 900 dotnet publish -c Release -p:Native=true samples/NativeObjects -o "$scratch/native" 2>&1 | tee "$scratch/native.log" | tail -3
if grep -E 'warning (IL|AOT|CS)' "$scratch/native.log"; then
    exit 1
fi
start=$(date +%s%N)
"$scratch/native/NativeObjects" | tee "$scratch/native.out"
echo "$(stat -c %s "$scratch/native/NativeObjects") bytes, $((($(date +%s%N) - start) / 1000000)) ms"
grep -qx 'Ada, Shipped, 42.50 of 42.50' "$scratch/native.out"

# The command as a set of packages: the native one is what a tool installation takes here.
timeout 600 dotnet pack -c Release src/Blittable -o "$scratch/tool-set"
timeout 900 build/native-tool "$scratch/tool-set"
NUGET_PACKAGES=$scratch/tool-set-packages dotnet tool install Blittable --tool-path "$scratch/tool-set-tool" --source "$scratch/tool-set"
readlink "$scratch/tool-set-tool/blittable" | grep -q 'blittable.linux-x64/.*/tools/any/linux-x64/Blittable.Cli$'
printf '{"id":1}' >"$scratch/native-tool.json"
"$scratch/tool-set-tool/blittable" convert "$scratch/native-tool.json" -o "$scratch/native-tool.blit" --quiet
test "$("$scratch/tool-set-tool/blittable" get '$.id' "$scratch/native-tool.blit")" = 1

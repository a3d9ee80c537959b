# Every sample runs, ends with exit code 0 and prints what its README shows. One of them needs PostgreSQL.
set -euo pipefail
if [ -z "${BLITTABLE_POSTGRES:-}" ]; then
    export SERVERS=postgres
    .ci/servers install || { echo "PostgreSQL could not be installed"; exit 77; }
    exec .ci/servers run bash "$0"
fi
for sample in samples/*/; do
    name=$(basename "$sample")
    echo "--- $name"
    timeout 300 dotnet run -c Release --no-build --project "$sample" | tee "$scratch/$name.out"
    awk '/^```text/ { inside = 1; next } /^```/ { inside = 0 } inside' "$sample/README.md" | diff - "$scratch/$name.out"
done

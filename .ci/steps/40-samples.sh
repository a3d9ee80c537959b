# Runs every sample. It must end with exit code 0 and print the output that its README shows. One sample needs PostgreSQL.
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

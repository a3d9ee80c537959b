# Every sample runs and ends with exit code 0.
set -eu
for sample in samples/*/; do
    echo "--- $(basename "$sample")"
    timeout 300 dotnet run -c Release --no-build --project "$sample"
done

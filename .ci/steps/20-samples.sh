# Every sample runs with one command and ends well.
set -eu
shopt -s nullglob
for sample in "$root"/samples/*/; do
    name=$(basename "$sample")
    echo "--- $name"
    timeout 300 dotnet run -c Release --project "$sample"
done

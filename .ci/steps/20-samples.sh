# Every sample runs with one command and ends well.
set -eu
shopt -s nullglob

# LMDB's build in the package LightningDB asks for a newer C library than Debian 12 has.
if ! ldconfig -p | grep -q liblmdb.so; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends liblmdb0 >/dev/null
fi

for sample in "$root"/samples/*/; do
    name=$(basename "$sample")
    echo "--- $name"
    timeout 300 dotnet run -c Release --project "$sample"
done

# MessagePack, dates included, from and to two implementations for Node that share no code with ours.
set -eu
if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null
fi

# The lock file leaves out an optional part of msgpackr, which is compiled.
npm ci --prefix tests/Blittable.Wire.Tests --ignore-scripts --no-audit --no-fund
dotnet test -c Release tests/Blittable.Wire.Tests

# The kernels on Arm64, whose vectors have 128 bits, by an emulator where the processor is another one.
set -euo pipefail
if [ "$(uname -m)" = aarch64 ]; then
    echo "the processor is an Arm, so the tests have run there"
    exit 0
fi

libraries=/usr/aarch64-linux-gnu
if ! command -v qemu-aarch64 >/dev/null || [ ! -e "$libraries/lib/libstdc++.so.6" ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        qemu-user libc6-arm64-cross libgcc-s1-arm64-cross libstdc++6-arm64-cross >/dev/null ||
        { echo "Arm64 cannot be emulated: qemu-user could not be installed"; exit 77; }
fi

# Every assembly with its dependencies in one folder: the tests of collections and dates lie beside those of documents.
tests=$scratch/arm64-tests
for project in Blittable Blittable.Collections Blittable.Dates; do
    dotnet build -c Release "tests/$project.Tests" -v quiet --nologo -o "$tests"
done
dotnet restore .ci/arm64 -p:Tests="$tests" ||
    { echo "Arm64 cannot be emulated: its runtime could not be restored"; exit 77; }
dotnet build -c Release .ci/arm64 --no-restore -v quiet --nologo -o "$scratch/arm64" -p:Tests="$tests"
cp -n "$tests"/*.dll "$scratch/arm64"

# Code pages that are writable under another address confuse the emulator's cache of translated code. Tests that make a dictionary are left out:
# its identity comes from OpenSSL, which is not installed for Arm64.
cd "$scratch/arm64"
run() { DOTNET_EnableWriteXorExecute=0 timeout 900 qemu-aarch64 -L "$libraries" ./runner "$@"; }
run Blittable.Tests.dll \
    TokenKernel SlotKernel HeadKernel ByteMaskKernel Strings.Smaz Strings.Symbol Utf8 JsonRendererTests BlittableConverterTests \
    RangeKernel Crc32C Vector256Kernel Reading.PropertyKernel
run Blittable.Collections.Tests.dll Columns.BitPacking MaskKernel AggregateKernel LaneKernel CodeKernel
run Blittable.Dates.Tests.dll PackedSpan DateCodecSpans DateFieldKernel

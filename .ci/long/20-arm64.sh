# Tests the kernels on Arm64, which has 128-bit vectors. Other processors use an emulator.
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

# Hashing (in dictionaries and test names) needs OpenSSL for Arm64. There is no cross package, so the package for Arm machines is unpacked.
openssl=$scratch/openssl-arm64
mkdir -p "$openssl/lists/partial" "$openssl/cache/archives/partial"
foreign() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
        -o Dir::State::lists="$openssl/lists" -o Dir::Cache="$openssl/cache" "$@"
}
(cd "$openssl" && foreign update && foreign download libssl3 && dpkg-deb -x libssl3_*.deb .) ||
    { echo "Arm64 cannot be emulated: its OpenSSL could not be downloaded"; exit 77; }

# Test projects are programs. Built for Arm64 together with the runtime, they run their tests in one process.
# The artifacts have a separate folder; otherwise, the next build for this machine would find the assets for Arm64.
dotnet restore tests/Blittable.Tests -r linux-arm64 -p:SelfContained=true --artifacts-path "$scratch/arm64" ||
    { echo "Arm64 cannot be emulated: its runtime could not be restored"; exit 77; }

# run PROJECT PART-OF-A-CLASS-NAME...
# The emulator's cache of translated code does not support code pages that are writable at another address.
set -f
run() {
    local project=$1
    shift
    dotnet build -c Release "tests/$project.Tests" -r linux-arm64 --self-contained -v quiet --nologo \
        --artifacts-path "$scratch/arm64" -o "$scratch/arm64/$project"
    (cd "$scratch/arm64/$project" &&
        DOTNET_EnableWriteXorExecute=0 timeout 900 qemu-aarch64 -L "$libraries" -E "LD_LIBRARY_PATH=$openssl/usr/lib/aarch64-linux-gnu" \
            "./$project.Tests" -noColor -parallelMode none $(printf -- '-class *%s* ' "$@"))
}
run Blittable Kernel Text.Smaz Text.Symbol Utf8 JsonRendererTests BlittableConverterTests Crc32C
run Blittable.Collections Kernel
run Blittable.Dates Kernel PackedSpan DateCodecSpans

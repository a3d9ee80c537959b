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

# What hashes (dictionaries, and the names of tests) needs OpenSSL for Arm64, which has no cross package: the one for Arm machines is unpacked beside.
openssl=$scratch/openssl-arm64
mkdir -p "$openssl/lists/partial" "$openssl/cache/archives/partial"
foreign() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
        -o Dir::State::lists="$openssl/lists" -o Dir::Cache="$openssl/cache" "$@"
}
(cd "$openssl" && foreign update && foreign download libssl3 && dpkg-deb -x libssl3_*.deb .) ||
    { echo "Arm64 cannot be emulated: its OpenSSL could not be downloaded"; exit 77; }

# A test project is a program: built for Arm64 together with the runtime, it runs its tests in one process.
# The artifacts have a folder of their own, or the next build for this machine would find the assets of another.
dotnet restore tests/Blittable.Tests -r linux-arm64 -p:SelfContained=true --artifacts-path "$scratch/arm64" ||
    { echo "Arm64 cannot be emulated: its runtime could not be restored"; exit 77; }

# run PROJECT PART-OF-A-CLASS-NAME...
# Code pages that are writable under another address confuse the emulator's cache of translated code.
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

# Tests the kernels for AVX-512 VBMI and VBMI2 on processors with AVX-512 but without these instructions, by emulating them.
set -euo pipefail
if grep -qw avx512_vbmi2 /proc/cpuinfo; then
    echo "the processor has VBMI2, so the tests have run its kernels"
    exit 0
fi
for feature in avx512vl avx512dq cpuid_fault; do
    grep -qw "$feature" /proc/cpuinfo || { echo "the kernels for VBMI2 cannot be emulated: the processor lacks $feature"; exit 77; }
done
need gcc gcc libc6-dev || { echo "the kernels for VBMI2 cannot be emulated: gcc could not be installed"; exit 77; }

gcc -O2 -Wall -Wextra -Werror -fPIC -shared -o "$scratch/vbmi.so" .ci/vbmi/vbmi.c -ldl
gcc -O1 -mavx512f -Wall -Wextra -Werror -o "$scratch/vbmi-test" .ci/vbmi/test.c
LD_PRELOAD="$scratch/vbmi.so" "$scratch/vbmi-test"

# emulated PROJECT PART-OF-A-NAME...
emulated() {
    local project=$1
    shift
    LD_PRELOAD="$scratch/vbmi.so" timeout 400 dotnet test -c Release --no-build "tests/$project.Tests" --filter "$(printf '|FullyQualifiedName~%s' "$@" | cut -c2-)"
}
kernels() {
    emulated Blittable Tests.Text Kernel JsonParser NameTexts ValueWriter JsonRendererTests BlittableConverterTests &&
        emulated Blittable.Collections Kernel &&
        emulated Blittable.Dates Kernel PackedSpan DateCodecSpans
}

# Emulation changes the code of the runtime, which may therefore end or hang. In this case, the tests run a second time. A failed test is not repeated.
if ! kernels 2>&1 | tee "$scratch/vbmi.log"; then
    ! grep -q "^Failed!" "$scratch/vbmi.log" && kernels
fi

# The tests that an instruction set can change, as a processor with 128-bit vectors runs them, and as one without vectors does.
# Collections are tested by their kernels alone: above these, nothing asks for an instruction set. .ci/nightly runs all tests with each setting, without
# AVX-512 alone too, and the kernels with emulated VBMI2 and on Arm64.
set -euo pipefail
run() { env "$setting" timeout 400 dotnet test -c Release --no-build "tests/$1.Tests" --filter "$2"; }

for setting in DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0; do
    echo "with $setting"
    run Blittable Category=Vector
    run Blittable.Collections "FullyQualifiedName~Kernel"
    run Blittable.Dates Category=Vector
done

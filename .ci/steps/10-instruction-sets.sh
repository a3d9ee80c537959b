# The tests that an instruction set can change, as a processor with 128-bit vectors runs them, and kernels and codecs as one without vectors does.
# Collections are tested by their kernels alone: above these, nothing asks for an instruction set. .ci/nightly runs all tests with each setting, without
# AVX-512 alone too, and the kernels with emulated VBMI2 and on Arm64.
set -euo pipefail
run() { env "$1" timeout 400 dotnet test -c Release --no-build "tests/$2.Tests" --filter "$3"; }

vectors128=DOTNET_EnableAVX2=0
scalar=DOTNET_EnableHWIntrinsic=0
run $vectors128 Blittable Category=Vector
run $scalar Blittable "Category=Vector&(FullyQualifiedName~Kernel|FullyQualifiedName~Json.|FullyQualifiedName~Rendering.|FullyQualifiedName~Text.|FullyQualifiedName~Dates.|FullyQualifiedName~PropertyLookup|FullyQualifiedName~SharedValues|FullyQualifiedName~ValueWriter|FullyQualifiedName~WireReader)"
for setting in $vectors128 $scalar; do
    run $setting Blittable.Collections "FullyQualifiedName~Kernel"
    run $setting Blittable.Dates Category=Vector
done

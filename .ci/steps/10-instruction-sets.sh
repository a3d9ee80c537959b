# Runs the tests that depend on instruction sets with 128-bit vectors, and the tests of kernels and codecs without vectors. For collections, only the tests of
# kernels and of their callers run. .ci/nightly runs all tests with each setting, also without AVX-512 only, and the kernels with emulated VBMI2 and on Arm64.
set -euo pipefail
# run SETTING PROJECT FILTER...: runs a test project as a program, which starts faster than dotnet test, and without profiling, which takes time as well.
run() {
    local setting=$1 project=$2
    shift 2
    echo "$project with $setting"
    env "$setting" DOTNET_TieredPGO=0 timeout 400 dotnet "tests/$project.Tests/bin/Release/net10.0/$project.Tests.dll" -noLogo -noColor "$@"
}

vectors128=DOTNET_EnableAVX2=0
scalar=DOTNET_EnableHWIntrinsic=0
run $vectors128 Blittable -trait Category=Vector
run $scalar Blittable -trait Category=Vector -class '*Kernel*' -class '*.Json.*' -class '*.Rendering.*' -class '*.Text.*' -class '*.Dates.*' \
    -class '*.Layout.*' -class '*.Reading.*' -class '*.Validation.*' -class '*.Wire.*' -class '*ValueWriter*' -class '*InstructionSetTests'
for setting in $vectors128 $scalar; do
    run $setting Blittable.Collections -class '*Kernel*'
    run $setting Blittable.Dates -trait Category=Vector
done
run $scalar Blittable.Collections -class '*.AggregateTests' -class '*.ExpressionTests' -class '*.TextFilterTests'

# The tests that an instruction set can change, as a processor with 128-bit vectors runs them, and as one without vectors does.
# .ci/nightly also runs them without AVX-512 alone, with emulated VBMI2, and on Arm64.
set -euo pipefail
for setting in DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0; do
    for project in Blittable Blittable.Collections Blittable.Dates; do
        echo "$project with $setting"
        env "$setting" timeout 400 dotnet test -c Release --no-build "tests/$project.Tests" --filter Category=Vector
    done
done

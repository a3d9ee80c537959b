# Runs all tests of the libraries with each instruction set disabled. .ci/run runs only the tests that depend on instruction sets.
set -euo pipefail
# Third-party suites are run by 66-suites.
unset BLITTABLE_SUITES
failed=0
for setting in DOTNET_EnableAVX512=0 DOTNET_EnableAVX2=0 DOTNET_EnableHWIntrinsic=0; do
    for project in Blittable Blittable.Collections Blittable.Dates; do
        echo "$project with $setting"
        env "$setting" timeout 1800 dotnet test -c Release --no-build "tests/$project.Tests" || failed=1
    done
done
exit "$failed"

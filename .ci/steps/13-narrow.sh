# The tests as processors run them that have less than this one: without AVX-512, without AVX2, and without any vectors.
# The collections are large, and the cost of their tests without vectors is mostly waiting for disks: their kernels run there, and all else above.
set -euo pipefail
for project in Blittable Blittable.Collections Blittable.Dates; do
    dotnet build -c Release "tests/$project.Tests" -v quiet --nologo
done

# Counts the tests that ran: a processor that lacks what a kernel needs skips it, but a setting that skips everything has tested nothing.
run() {
    env "DOTNET_Enable$missing=0" timeout 500 dotnet test -c Release --no-build "tests/$1.Tests" ${2:+--filter "$2"}
}

for missing in AVX512 AVX2 HWIntrinsic; do
    echo "without $missing"
    run Blittable
    run Blittable.Collections "FullyQualifiedName~Kernel"
    run Blittable.Dates
done

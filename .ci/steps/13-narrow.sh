# The kernels as processors run them that have less than this one: without AVX-512, without AVX2, and without any vectors.
set -eu
for project in Blittable Blittable.Collections Blittable.Dates; do
    dotnet build -c Release "tests/$project.Tests" -v quiet --nologo
done

for missing in AVX512 AVX2 HWIntrinsic; do
    echo "without $missing"
    kernels() { env "DOTNET_Enable$missing=0" timeout 380 dotnet test -c Release --no-build "tests/$1.Tests" --filter "$2"; }
    kernels Blittable "FullyQualifiedName~Tests.Strings|FullyQualifiedName~Tests.Dates|FullyQualifiedName~Kernel|FullyQualifiedName~JsonRendererTests|FullyQualifiedName~BlittableConverterTests"
    kernels Blittable.Collections "FullyQualifiedName~Kernel"
    kernels Blittable.Dates "FullyQualifiedName~Tests"
done

# The kernels as processors run them that have less than this one: without AVX-512, without AVX2, and without any vectors.
set -eu
dotnet build -c Release tests/Blittable.Tests -v quiet --nologo

for missing in AVX512 AVX2 HWIntrinsic; do
    echo "without $missing"
    env "DOTNET_Enable$missing=0" timeout 380 dotnet test -c Release --no-build tests/Blittable.Tests \
        --filter "FullyQualifiedName~Tests.Strings|FullyQualifiedName~Tests.Dates|FullyQualifiedName~Kernel|FullyQualifiedName~JsonRendererTests|FullyQualifiedName~BlittableConverterTests"
done

# The tests of documents, collections and dates once more, optimized, with the assertions of the kernels on: a failed one fails its test.
set -euo pipefail
# Within the repository, for some tests look for its documents above themselves.
artifacts=$root/.asserts
trap 'rm -rf "$artifacts"' EXIT
for project in Blittable.Tests Blittable.Collections.Tests Blittable.Dates.Tests; do
    dotnet test -c Release -p:Asserts=true -p:RunAnalyzers=false --artifacts-path "$artifacts" "tests/$project"
done

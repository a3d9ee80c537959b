# Runs the headline benchmarks and prints their figures. Fails only if the suite fails.
set -eu
cd "$scratch"
dotnet run -c Release --no-build --project "$root/benchmarks"

# The headline benchmarks, as the README names them. Their figures are printed; a night fails only if the suite does.
set -eu
cd "$scratch"
dotnet run -c Release --no-build --project "$root/benchmarks"

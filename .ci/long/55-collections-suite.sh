# Runs the collection benchmarks with few rows. They fail if the result of a query differs from the result over JSON lines or in DuckDB.
set -euo pipefail
dotnet run -c Release --no-build --project benchmarks -- collections --quick --rows 20000 --cell JSON,pack,opened,Get --output "$scratch/collections"
dotnet run -c Release --no-build --project benchmarks -- jsonbench --quick --rows 20000 --output "$scratch/jsonbench"

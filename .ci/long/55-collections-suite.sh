# A small run of the collection benchmarks, which fails if a query answers differently from one over the JSON lines.
set -euo pipefail
dotnet run -c Release --no-build --project benchmarks -- collections --quick --rows 20000 --cell JSON,pack,opened,Get --output "$scratch/collections"

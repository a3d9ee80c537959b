# The tests that need database servers, three of which form one table, and the storage workloads, small, on all databases.
set -euo pipefail

.ci/servers install || { echo "the database servers could not be installed"; exit 77; }

.ci/servers run bash -euo pipefail -c '
    dotnet test -c Release tests/Blittable.Benchmarks.Tests
    dotnet test -c Release tests/Blittable.Npgsql.Tests
    dotnet test -c Release tests/Blittable.Adapters.Tests
    dotnet run -c Release --project samples/PostgresDocuments
    dotnet run -c Release --no-build --project benchmarks -- postgres 2000
    dotnet run -c Release --no-build --project benchmarks -- storage --database all --rows 8000 --batch 100 --rounds 1 --chart --output "$scratch/storage"
'
# A header and a line for each of ten operations, three models and three databases.
test "$(wc -l < "$scratch/storage/combined_summary.csv")" -eq 91

# The storage workloads, small, on all databases, and the sample and the suite that need PostgreSQL. The tests that need servers are in the test command.
set -euo pipefail
.ci/servers install || { echo "the database servers could not be installed"; exit 77; }

.ci/servers run bash -euo pipefail -c '
    dotnet run -c Release --no-build --project samples/PostgresDocuments
    dotnet run -c Release --no-build --project benchmarks -- postgres 2000
    dotnet run -c Release --no-build --project benchmarks -- storage --database all --rows 8000 --batch 100 --rounds 1 --chart --output "$scratch/storage"
'
# A header and a line for each of ten operations, three models and three databases.
test "$(wc -l < "$scratch/storage/combined_summary.csv")" -eq 91

# Runs the storage workloads with few rows on all databases, and the suite that needs PostgreSQL. Tests that need servers run in the test command.
set -euo pipefail
.ci/servers install || { echo "the database servers could not be installed"; exit 77; }

.ci/servers run bash -euo pipefail -c '
    dotnet run -c Release --no-build --project benchmarks -- postgres --rows 2000 --output "$scratch/postgres"
    dotnet run -c Release --no-build --project benchmarks -- storage --database all --rows 4000 --batch 50 --rounds 1 --chart --output "$scratch/storage"
'
# Expect a header, and a line for each of six comparisons.
test "$(wc -l < "$scratch/postgres/postgres.csv")" -eq 7
# Expect a header, and a line for each of ten operations, three models and three databases.
test "$(wc -l < "$scratch/storage/combined_summary.csv")" -eq 91

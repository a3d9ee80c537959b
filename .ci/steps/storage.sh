# The storage workloads, small, on SQLite, PostgreSQL and MariaDB, and the tests that need the servers.
set -euo pipefail

.ci/servers install || { echo "the database servers could not be installed"; exit 77; }
if command -v npm >/dev/null; then
    npm ci --prefix benchmarks/Storage/chart --no-audit --no-fund
fi

.ci/servers run bash -euo pipefail -c '
    dotnet test -c Release --no-build tests/Blittable.Benchmarks.Tests
    dotnet run -c Release --no-build --project benchmarks -- storage --database all --rows 8000 --batch 100 --output "$scratch/storage"
'
# A header and a line for each of nine operations, two models and three databases.
test "$(wc -l < "$scratch/storage/combined_summary.csv")" -eq 55

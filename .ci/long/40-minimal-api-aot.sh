# Publishes the minimal API of the samples from packages with native AOT, without warnings, and runs it. Prints its size and its start-up time.
set -euo pipefail
need curl curl
need clang clang && need /usr/include/zlib.h zlib1g-dev || exit 77
if [ ! -d "$scratch/user/api" ]; then
    bash .ci/steps/50-packages.sh
    bash .ci/steps/53-minimal-api.sh
fi
export NUGET_PACKAGES=$scratch/packages

cd "$scratch/user/api"
dotnet publish -c Release -o "$scratch/api-aot" 2>&1 | tee publish.log
if grep -E 'warning (IL|CS|NETSDK)' publish.log; then
    echo "the publication warns"
    exit 1
fi
"$scratch/api-aot/OrdersApi"

port=$((20000 + RANDOM % 20000))
start=$(date +%s%N)
"$scratch/api-aot/OrdersApi" --urls "http://127.0.0.1:$port" >/dev/null &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
for _ in $(seq 2000); do
    if answer=$(curl -sf "http://127.0.0.1:$port/orders" 2>/dev/null); then
        break
    fi
    sleep 0.005
done
test "$answer" = "[]"
echo "$(($(stat -c %s "$scratch/api-aot/OrdersApi") / 1024)) KB, first answer after $((($(date +%s%N) - start) / 1000000)) ms, $(awk '/VmRSS/ { print $2 }' "/proc/$server/status") KB resident"

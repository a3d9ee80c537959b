# Sends valid and hostile requests to a service for SERVICE_SECONDS (default: ten minutes). Fails if a response is unexpected, an error is logged or memory grows.
# Prints p50 and p99.
set -euo pipefail
dotnet build -c Release -v quiet samples/OrdersApi
port=$((20000 + RANDOM % 12000))
samples/OrdersApi/bin/Release/net10.0/OrdersApi --urls "http://127.0.0.1:$port" --Logging:LogLevel:Default=Warning >"$scratch/service.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    sleep 0.1
done
dotnet run .ci/service-load.cs -- "http://127.0.0.1:$port" "${SERVICE_SECONDS:-600}" "$server"
if grep -E '^(fail|crit):' "$scratch/service.log"; then
    echo "the service logs errors"
    exit 1
fi

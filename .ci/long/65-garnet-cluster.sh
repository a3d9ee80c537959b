# Tests the caches with a cluster of three Garnet nodes.
set -euo pipefail
need redis-cli redis-tools || exit 77
dotnet tool install garnet-server --version 2.2.8 --tool-path "$scratch/garnet" || exit 77
base=$((20000 + RANDOM % 10000))
nodes=()
pids=()
trap 'kill "${pids[@]}" 2>/dev/null' EXIT
for node in 1 2 3; do
    port=$((base + node))
    mkdir -p "$scratch/node$node"
    "$scratch/garnet/garnet-server" --cluster --port "$port" --bind 127.0.0.1 --memory 128m --index 16m --device-type RandomAccess --checkpointdir "$scratch/node$node" >"$scratch/node$node/log" 2>&1 &
    pids+=($!)
    nodes+=("127.0.0.1:$port")
done
for node in "${nodes[@]}"; do
    for _ in $(seq 100); do
        redis-cli -u "redis://$node" ping >/dev/null 2>&1 && break
        sleep 0.2
    done
done
redis-cli --cluster create "${nodes[@]}" --cluster-yes
redis-cli -u "redis://${nodes[0]}" cluster info | grep -q 'cluster_state:ok'
export BLITTABLE_REDIS=$(IFS=,; echo "${nodes[*]}")
dotnet test -c Release tests/Blittable.Adapters.Tests --filter FullyQualifiedName~CacheRedisTests

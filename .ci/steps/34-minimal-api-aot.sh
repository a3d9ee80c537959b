# The same API, published with native AOT: no warning, the same answers; its size and its start-up are printed.
set -euo pipefail
if ! command -v curl >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends curl >/dev/null
fi
[ -d "$scratch/api" ] || { echo "step 33 has not made the API"; exit 1; }
export NUGET_PACKAGES=$scratch/packages

# The linker of clang, or of gcc, is what the compiler needs of a machine.
compiler=clang
if ! command -v clang >/dev/null || [ ! -e /usr/include/zlib.h ]; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends clang zlib1g-dev >/dev/null || compiler=gcc
fi
command -v "$compiler" >/dev/null || { echo "neither clang nor gcc can be installed"; exit 77; }

cd "$scratch/api"
dotnet publish -c Release -o "$scratch/api-aot" -p:CppCompilerAndLinker="$compiler" 2>&1 | tee publish.log
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

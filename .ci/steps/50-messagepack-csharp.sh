# The adapter for MessagePack-CSharp, its tests, and benchmarks with it as a peer, where the package can be restored.
set -eu
if ! dotnet restore tests/Blittable.MessagePack.Tests >"$scratch/messagepack-restore.log" 2>&1; then
    grep -m 3 'error' "$scratch/messagepack-restore.log" || tail -3 "$scratch/messagepack-restore.log"
    echo "SKIPPED: the package MessagePack cannot be restored here, so src/Blittable.MessagePack was neither built nor tested, and the benchmarks were built without it."
    exit 77
fi

dotnet test -c Release tests/Blittable.MessagePack.Tests
dotnet build -c Release -p:WithMessagePack=true benchmarks

# The adapter for MessagePack-CSharp and its tests, where the package can be restored.
set -eu
if ! dotnet restore tests/Blittable.MessagePack.Tests >"$scratch/messagepack-restore.log" 2>&1; then
    grep -m 3 'error' "$scratch/messagepack-restore.log" || tail -3 "$scratch/messagepack-restore.log"
    echo "SKIPPED: the package MessagePack cannot be restored here, so src/Blittable.MessagePack was neither built nor tested."
    exit 77
fi

dotnet test -c Release tests/Blittable.MessagePack.Tests

# Builds the command as a set of packages, one of which has native code. A tool installation on this system selects the native package; the installed command
# converts and reads a document.
set -euo pipefail
need clang clang && need /usr/include/zlib.h zlib1g-dev || exit 77
timeout 600 dotnet pack -c Release src/Blittable -o "$scratch/tool-set"
timeout 900 build/native-tool "$scratch/tool-set"
NUGET_PACKAGES=$scratch/tool-set-packages dotnet tool install Blittable --tool-path "$scratch/tool-set-tool" --source "$scratch/tool-set"
readlink "$scratch/tool-set-tool/blittable" | grep -q 'blittable.linux-x64/.*/tools/any/linux-x64/Blittable.Cli$'
printf '{"id":1}' >"$scratch/native-tool.json"
"$scratch/tool-set-tool/blittable" convert "$scratch/native-tool.json" -o "$scratch/native-tool.blit" --quiet
test "$("$scratch/tool-set-tool/blittable" get '$.id' "$scratch/native-tool.blit")" = 1

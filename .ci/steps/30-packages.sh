# The packages, installed from a local folder into a console project and a tool folder outside the repository.
set -eu
feed=$scratch/feed
app=$scratch/app
for package in "$root"/src/Blittable*/; do
    grep -q "<IsPackable>true" "$package"*.csproj || continue
    dotnet pack -c Release "$package" -o "$feed"
done
# Each has a README, an icon and its documentation, and its symbols lie beside it.
for package in "$feed"/*.nupkg; do
    python3 -m zipfile -l "$package" | grep -q README.md
    python3 -m zipfile -l "$package" | grep -q icon.png
    test -e "${package%.nupkg}.snupkg"
done

version=$(sed -nE 's/.*<Version>(.*)<\/Version>.*/\1/p' Directory.Build.props)

mkdir -p "$app"
cp -- .ci/package-app/* "$app"
cat >"$scratch/nuget.config" <<END
<configuration><packageSources><add key="local" value="$feed" /></packageSources></configuration>
END
cd "$app"

# A package folder of its own, so that no older package of the same version is taken for this one.
export NUGET_PACKAGES=$scratch/packages
for package in Blittable Blittable.Collections Blittable.Dates; do
    dotnet add package "$package" --version "$version"
done
dotnet run -c Release

dotnet tool install dotnet-blittable --version "$version" --tool-path "$scratch/tools"
printf '{"a":[1,2.50,"2011-01-01T00:00:00Z"]}' >"$scratch/tool.json"
"$scratch/tools/blittable" convert "$scratch/tool.json" --mode disk -o "$scratch/tool.blit"
test "$("$scratch/tools/blittable" to-json "$scratch/tool.blit")" = "$(cat "$scratch/tool.json")"

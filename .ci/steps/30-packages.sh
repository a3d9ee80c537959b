# The packages, installed from a local folder into a console project and a tool folder outside the repository.
set -eu
feed=$scratch/feed
app=$scratch/app

# They are made from a clone with an address, so that SourceLink has sources to lead to.
sources=$scratch/sources
repository=https://github.com/blittable/blittable
git clone -q --no-checkout "$root" "$sources"
git -C "$sources" remote set-url origin "$repository"
git -C "$root" ls-files -z --cached --others --exclude-standard | while IFS= read -r -d "" file; do
    [ ! -f "$root/$file" ] || printf '%s\0' "$file"
done | tar -C "$root" --null -T - -c | tar -x -C "$sources"
for package in "$sources"/src/Blittable*/; do
    grep -q "<IsPackable>true" "$package"*.csproj || continue
    dotnet pack -c Release "$package" -o "$feed" -p:ContinuousIntegrationBuild=true -p:RepositoryUrl="$repository" -p:RunAnalyzers=false
done
dotnet run -c Release --project build/CheckPackages -- "$feed"

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

# Where tools lie is remembered beyond this run, by their version alone.
export DOTNET_CLI_HOME=$scratch/home

# The command is in the same package. A tool of one folder goes to the package folder of the libraries: either may be there first.
printf '{"a":[1,2.50,"2011-01-01T00:00:00Z"]}' >"$scratch/tool.json"
dotnet tool install Blittable --tool-path "$scratch/tools"
"$scratch/tools/blittable" convert "$scratch/tool.json" --mode disk -o "$scratch/tool.blit"
test "$("$scratch/tools/blittable" to-json "$scratch/tool.blit")" = "$(cat "$scratch/tool.json")"

# Parquet by the other tool, which the command finds beside itself.
dotnet tool install Blittable.Arrow.Tool --tool-path "$scratch/tools"
printf '{"id":1,"at":"2026-11-27"}\n{"id":2,"at":"2026-11-28"}\n' >"$scratch/rows.ndjson"
"$scratch/tools/blittable" pack "$scratch/rows.ndjson"
"$scratch/tools/blittable" export "$scratch/rows.blic"
"$scratch/tools/blittable" import "$scratch/rows.parquet" -o "$scratch/again.blic"
test "$("$scratch/tools/blittable" unpack "$scratch/again.blic")" = "$(cat "$scratch/rows.ndjson")"

dotnet new tool-manifest
dotnet tool install Blittable
test "$(dotnet blittable to-json "$scratch/tool.blit")" = "$(cat "$scratch/tool.json")"

mkdir "$scratch/tool-first"
cd "$scratch/tool-first"
export NUGET_PACKAGES=$scratch/packages-tool-first
dotnet new tool-manifest
dotnet tool install Blittable
cp -- "$root/.ci/package-app/app.csproj" .
printf 'Console.WriteLine(Blittable.BlittableDocument.Parse("[1]").Root.ToJson());' >Program.cs
dotnet add package Blittable
test "$(dotnet run -c Release)" = "[1]"

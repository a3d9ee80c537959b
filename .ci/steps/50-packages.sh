# Follows the README like a new user in a fresh clone: its main commands, its packages, its nuget.config, and programs and tools outside the clone.
set -euo pipefail
user=$scratch/user
mkdir -p "$user/app"

# The clone contains the committed files and the changes to be committed. SourceLink needs an address for the sources.
clone=$user/blittable
git clone -q --no-checkout "$root" "$clone"
git -C "$clone" remote set-url origin https://github.com/blittable/blittable
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d "" file; do
    [ ! -f "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -c | tar -x -C "$clone"

# run SECTION: runs the commands of a section of the README literally in the current folder.
run() {
    local commands
    commands=$("$root/.ci/commands" "$root/README.md" "$1")
    while IFS= read -r command; do
        printf '\n$ %s\n' "$command"
        bash -eu -c "$command" </dev/null
    done <<<"$commands"
}

cd "$clone"
run "Try it" | tee "$scratch/tried.out"
[ "$(tail -n 1 "$scratch/tried.out")" = '"2022-05-03"' ]
run "Make the packages"
dotnet run -c Release --project build/CheckPackages -- "$clone/packages"

# Use separate package and tool folders, so no older package with the same version is used.
export NUGET_PACKAGES=$scratch/packages DOTNET_CLI_HOME=$scratch/home
cd "$user/app"
awk '/^```xml/ { inside = 1; next } /^```/ { inside = 0 } inside' "$root/README.md" >nuget.config
cp -- "$root"/.ci/package-app/* .
run "Use the packages"
for package in Blittable.Dates Blittable.MessagePack; do
    dotnet add package "$package"
done
dotnet run -c Release

# A program uses all libraries and loads every type. It fails if a version range is wrong or a package does not declare a dependency.
mkdir "$user/all"
cd "$user/all"
cp -- "$user/app/nuget.config" .
cp -- "$root"/.ci/package-all/Program.cs .
version=$(sed -nE 's/.*<Version>(.*)<\/Version>.*/\1/p' "$root/Directory.Build.props")
count=0
{
    echo '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup><ItemGroup>'
    for package in "$clone"/packages/*".$version.nupkg"; do
        id=$(basename "$package" ".$version.nupkg")
        [ "$id" != Blittable.Arrow.Tool ] || continue
        echo "<PackageReference Include=\"$id\" Version=\"$version\" />"
        count=$((count + 1))
    done
    echo '</ItemGroup></Project>'
} >all.csproj
dotnet run -c Release -- "$count"
cd "$user/app"

# Install the command, and the tool for Parquet.
export PATH=$DOTNET_CLI_HOME/.dotnet/tools:$PATH
printf '{"a":[1,2.50,"2011-01-01T00:00:00Z"]}' >tool.json
blittable convert tool.json --mode disk -o tool.blit
test "$(blittable to-json tool.blit)" = "$(cat tool.json)"
dotnet tool install --global Blittable.Arrow.Tool
printf '{"id":1,"at":"2026-11-27"}\n{"id":2,"at":"2026-11-28"}\n' >rows.ndjson
blittable pack rows.ndjson
blittable export rows.blic
blittable import rows.parquet -o again.blic
test "$(blittable unpack again.blic)" = "$(cat rows.ndjson)"

# Install the command as a local tool in a folder, then add the library to it: both are in one package.
mkdir "$user/tool-first"
cd "$user/tool-first"
export NUGET_PACKAGES=$scratch/packages-tool-first
cp -- "$user/app/nuget.config" .
dotnet new tool-manifest
dotnet tool install Blittable
test "$(dotnet blittable to-json "$user/app/tool.blit")" = "$(cat "$user/app/tool.json")"
cp -- "$root/.ci/package-app/app.csproj" .
printf 'Console.WriteLine(Blittable.BlittableDocument.Parse("[1]").Root.ToJson());' >Program.cs
dotnet add package Blittable
test "$(dotnet run -c Release)" = "[1]"

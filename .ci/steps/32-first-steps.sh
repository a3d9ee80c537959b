# From an empty folder to a typed property in four commands, as a new user would go, with the packages of step 30.
set -eu
feed=$scratch/feed
[ -e "$feed" ] || dotnet pack -c Release src/Blittable -o "$feed"
version=$(sed -nE 's/.*<Version>(.*)<\/Version>.*/\1/p' Directory.Build.props)
program=$root/.ci/first-steps/Program.cs
export NUGET_PACKAGES=$scratch/packages

mkdir -p "$scratch/first"
cd "$scratch/first"
cat >nuget.config <<END
<configuration><packageSources><add key="local" value="$feed" /></packageSources></configuration>
END
dotnet new console --force
dotnet add package Blittable --version "$version"
cp -- "$program" Program.cs
dotnet run | tee first.log
grep -qx 'Ada lives in London; 2 orders cost 14.50' first.log

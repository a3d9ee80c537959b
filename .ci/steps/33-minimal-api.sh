# The minimal API of the samples as a user would build it: from packages, outside the repository. It tries its own routes and ends well.
set -eu
feed=$scratch/feed
for package in Blittable Blittable.AspNetCore; do
    find "$feed" -iname "$package.[0-9]*.nupkg" 2>/dev/null | grep -q . || dotnet pack -c Release "src/$package" -o "$feed"
done
version=$(sed -nE 's/.*<Version>(.*)<\/Version>.*/\1/p' Directory.Build.props)
export NUGET_PACKAGES=$scratch/packages

mkdir -p "$scratch/api"
cp -- samples/OrdersApi/*.cs "$scratch/api"
cd "$scratch/api"
cat >nuget.config <<END
<configuration><packageSources><add key="local" value="$feed" /></packageSources></configuration>
END
cat >OrdersApi.csproj <<END
<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
    <ImplicitUsings>enable</ImplicitUsings>
    <InvariantGlobalization>true</InvariantGlobalization>
    <PublishAot>true</PublishAot>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Blittable.AspNetCore" Version="$version" />
  </ItemGroup>
</Project>
END
dotnet run -c Release

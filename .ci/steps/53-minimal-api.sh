# Builds the minimal API of the samples like a user: from packages, outside the repository. The program calls its own routes and exits.
set -euo pipefail
[ -d "$scratch/user/blittable/packages" ] || { echo "step 50 made no packages"; exit 1; }
version=$(sed -nE 's/.*<Version>(.*)<\/Version>.*/\1/p' Directory.Build.props)
export NUGET_PACKAGES=$scratch/packages

mkdir -p "$scratch/user/api"
cp -- samples/OrdersApi/*.cs "$scratch/user/api"
cd "$scratch/user/api"
cp -- "$scratch/user/app/nuget.config" .
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

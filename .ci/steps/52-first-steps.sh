# Goes from an empty folder to a typed property in four commands, like a new user, with the packages of step 50.
set -euo pipefail
[ -d "$scratch/user/blittable/packages" ] || { echo "step 50 made no packages"; exit 1; }
export NUGET_PACKAGES=$scratch/packages

mkdir -p "$scratch/user/first"
cd "$scratch/user/first"
cp -- "$scratch/user/app/nuget.config" .
dotnet new console --force
dotnet add package Blittable
cp -- "$root/.ci/first-steps/Program.cs" Program.cs
dotnet run | tee first.log
grep -qx 'Ada lives in London; 2 orders cost 14.50' first.log

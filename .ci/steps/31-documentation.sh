# What README and GUIDE show, from the packages of step 30: every snippet with the packed libraries and generator, every command with the packed tool.
set -eu
[ -e "$scratch/tools/blittable" ] || { echo "step 30 made no packages"; exit 1; }

export NUGET_PACKAGES=$scratch/packages
cd "$scratch/sources"
dotnet test -c Release tests/Blittable.Docs.Tests -p:FromPackages=true -p:RestoreAdditionalProjectSources="$scratch/feed" -p:RunAnalyzers=false | tee "$scratch/snippets.log"
grep -q "Passed!" "$scratch/snippets.log"

# The commands are the indented lines of the README that run src/Blittable.Cli.
export DOTNET_CLI_HOME=$scratch/home
commands=$(sed -nE 's/^    dotnet run -c Release --project src\/Blittable\.Cli -- //p' README.md)
[ "$(wc -l <<<"$commands")" -ge 2 ]
while IFS= read -r command; do
    echo "blittable $command"
    PATH=$scratch/tools:$PATH bash -eu -c "blittable $command" </dev/null
done <<<"$commands"

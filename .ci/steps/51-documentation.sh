# Follows the pages like a user, with the packages of step 50: runs every snippet with the packed libraries and generator, and every command with the packed tool.
set -euo pipefail
user=$scratch/user
[ -d "$user/blittable/packages" ] || { echo "step 50 made no packages"; exit 1; }

# Every command line of these pages must be in a section that a step runs.
check_sections() {
    local page=$1 found
    shift
    found=$(.ci/commands --sections "$page")
    [ "$found" = "$(printf '%s\n' "$@")" ] || { printf '%s has commands in sections that no step runs:\n%s\n' "$page" "$found"; exit 1; }
}
check_sections README.md "Try it" "Run the tests" "Make the packages" "Use the packages"
check_sections CONTRIBUTING.md "Build and test"
check_sections docs/GUIDE.md

export NUGET_PACKAGES=$scratch/packages DOTNET_CLI_HOME=$scratch/home
cd "$user/blittable"

# Run the commands of CONTRIBUTING.md in the clone. Its libraries have no assertions, so the tests of behavior without assertions run as well.
"$root/.ci/commands" CONTRIBUTING.md "Build and test" | grep -vxF "$("$root/.ci/commands" README.md "Run the tests")" >"$scratch/contributing"
bash -eux "$scratch/contributing" </dev/null
dotnet test -c Release --no-build tests/Blittable.Tests --filter "FullyQualifiedName~DocumentPool|FullyQualifiedName~Allocation"

dotnet test -c Release tests/Blittable.Docs.Tests -p:FromPackages=true -p:RestoreAdditionalProjectSources="$PWD/packages" | tee "$scratch/snippets.log"
grep -q "Passed!" "$scratch/snippets.log"

# Run the README's main commands with the installed tool instead of the project.
cd "$user/blittable"
"$root/.ci/commands" "$root/README.md" "Try it" | sed -nE 's/^dotnet run -c Release --project src\/Blittable\.Cli -- /blittable /p' >"$scratch/tried"
[ "$(wc -l <"$scratch/tried")" -ge 2 ]
PATH=$DOTNET_CLI_HOME/.dotnet/tools:$PATH bash -eux "$scratch/tried" </dev/null

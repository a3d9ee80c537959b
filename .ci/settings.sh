# Sourced by .ci/run and .ci/nightly: defines the environment of all steps and the functions that they share.
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDTERMINALLOGGER=off CI=true
# Use one compiler process for all projects, regardless of the settings of the machine: starting one for each project takes longer than compiling.
export UseSharedCompilation=true
scratch=$(mktemp -d)
export scratch
trap 'rm -rf "$scratch"' EXIT

# need COMMAND-OR-FILE PACKAGE...: installs Debian packages if the command or file does not exist. Returns 1 if that fails.
need() {
    local wanted=$1
    shift
    command -v "$wanted" >/dev/null || [ -e "$wanted" ] && return 0
    if [ ! -e "$scratch/updated" ]; then
        apt-get update -qq && touch "$scratch/updated"
    fi
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null || { echo "$wanted could not be installed"; return 1; }
}
export -f need

section() { printf '\n=== %s\n' "$1"; }

# cli ARGUMENT...: runs the command that was built, without building it before each call.
cli() { dotnet "$root/src/Blittable.Cli/bin/Release/net10.0/Blittable.Cli.dll" "$@"; }
export -f cli

# Sourced by .ci/run and .ci/nightly: the environment of all steps, and the functions that they share.
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDTERMINALLOGGER=off CI=true
# One compiler process for all projects, whatever the machine's setting: starting one for each takes longer than compiling.
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

# The built command, without a build before each call.
cli() { dotnet "$root/src/Blittable.Cli/bin/Release/net10.0/Blittable.Cli.dll" "$@"; }
export -f cli

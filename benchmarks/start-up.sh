#!/usr/bin/env bash
# Measures the start-up time of the command: medians of ten alternating processes, compared with jq and an empty .NET program.
#   benchmarks/start-up.sh        writes docs/results/start-up.csv and docs/results/start-up.md
# Needs jq, and for the native command clang and zlib1g-dev. NATIVE, PORTABLE and PRECOMPILED can specify folders of commands that are already published.
# The precompiled form is the portable form with ReadyToRun code for Linux x64. All processes run on the last core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export DOTNET_CLI_TELEMETRY_OPTOUT=1
publish() { dotnet publish -c Release "$1" -o "$2" -v quiet --nologo "${@:3}" >"$folder/publish.log" || { cat "$folder/publish.log"; exit 1; }; }

native=${NATIVE:-$folder/native} portable=${PORTABLE:-$folder/portable} precompiled=${PRECOMPILED:-$folder/precompiled}
[ -e "$native/Blittable.Cli" ] || publish src/Blittable.Cli "$native" -r linux-x64 -p:Native=true
[ -e "$portable/Blittable.Cli.dll" ] || publish src/Blittable.Cli "$portable" -p:UseAppHost=false
[ -e "$precompiled/Blittable.Cli.dll" ] || publish src/Blittable.Cli "$precompiled" -r linux-x64 --self-contained false -p:UseAppHost=false
mkdir "$folder/empty"
printf '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>' >"$folder/empty/Empty.csproj"
printf 'return 0;' >"$folder/empty/Program.cs"
publish "$folder/empty" "$folder/empty/out" -p:UseAppHost=false

printf '{"id":1,"items":[{"name":"a"},{"name":"b"}]}' >"$folder/order.json"
"$native/Blittable.Cli" convert "$folder/order.json" -o "$folder/order.blit" --quiet
taskset -c "$(($(nproc) - 1))" python3 - \
    "$native/Blittable.Cli" "$portable/Blittable.Cli.dll" "$precompiled/Blittable.Cli.dll" "$folder/empty/out/Empty.dll" "$folder/order.blit" <<'END'
import os, statistics, subprocess, sys, time

native, portable, precompiled, empty, document = sys.argv[1:]
lines = {
    ("--version", "jq"): ["jq", "--version"],
    ("--version", "native"): [native, "--version"],
    ("--help", "native"): [native, "--help"],
    ("get", "native"): [native, "get", "$.id", document],
    ("empty program", ".NET"): ["dotnet", empty],
    ("--version", "portable"): ["dotnet", portable, "--version"],
    ("--help", "portable"): ["dotnet", portable, "--help"],
    ("get", "portable"): ["dotnet", portable, "get", "$.id", document],
    ("--version", "precompiled"): ["dotnet", precompiled, "--version"],
    ("--help", "precompiled"): ["dotnet", precompiled, "--help"],
    ("get", "precompiled"): ["dotnet", precompiled, "get", "$.id", document],
}
times = {name: [] for name in lines}
processor = {name: [] for name in lines}
for turn in range(11):
    for name, line in lines.items():
        start = time.perf_counter()
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"{line} failed")
        if turn:
            times[name].append((time.perf_counter() - start) * 1000)
            processor[name].append((usage.ru_utime + usage.ru_stime) * 1000)


def base(form):
    return ("--version", "jq") if form in ("jq", "native") else ("empty program", ".NET")


# Processor time depends less on other work on the machine.
print(f"load {os.getloadavg()[0]:.1f}; processor time in milliseconds: median, minimum, maximum, ratio")
for (command, form), spent in processor.items():
    median = statistics.median(spent)
    print(f"{command:14} {form:12} {median:7.1f} {min(spent):7.1f} {max(spent):7.1f} {median / statistics.median(processor[base(form)]):6.2f}")
print()

with open("docs/results/start-up.csv", "w") as csv, open("docs/results/start-up.md", "w") as page:
    print("group,cell,milliseconds,least,greatest,times", file=csv)
    print("# Command start-up time\n\nWritten by `benchmarks/start-up.sh`: medians of ten alternating processes, in milliseconds.", file=page)
    print("Native is compared with `jq --version`, the others with an empty .NET program.\n", file=page)
    print("| command | form | median | least | greatest | times |\n|---|---|---:|---:|---:|---:|", file=page)
    for (command, form), spent in times.items():
        median = statistics.median(spent)
        ratio = median / statistics.median(times[base(form)])
        print(f"{command},{form},{median:.1f},{min(spent):.1f},{max(spent):.1f},{ratio:.2f}", file=csv)
        print(f"| {command} | {form} | {median:.1f} | {min(spent):.1f} | {max(spent):.1f} | {ratio:.2f} |", file=page)
END
cat docs/results/start-up.md

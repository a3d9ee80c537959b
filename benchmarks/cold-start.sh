#!/usr/bin/env bash
# Measures the first document of a process and the command in a new process (medians of five runs), and the first object of a process (medians of ten runs).
#   benchmarks/cold-start.sh [FILE.json...]     (default: datasets/files/browsers.json)
# The program is compiled at run time, published with ReadyToRun, and published as native code, which needs clang and zlib1g-dev.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export DOTNET_CLI_TELEMETRY_OPTOUT=1
files=("$@")
[ $# -gt 0 ] || files=(datasets/files/browsers.json)

publish() { dotnet publish -c Release -r linux-x64 "$1" -o "$folder/$2" -v quiet --nologo "${@:3}" >"$folder/publish.log" || { cat "$folder/publish.log"; exit 1; }; }
publish build/ColdStart jit --self-contained false
publish build/ColdStart r2r --self-contained false -p:PublishReadyToRun=true
publish build/ColdStart native -p:Native=true
publish src/Blittable.Cli command --self-contained false
publish src/Blittable.Cli command-native -p:Native=true

for serializer in NONE JSON BLITTABLE MEMORYPACK; do
    publish build/ColdObjects "objects/jit/$serializer" --self-contained false -p:Serializer=$serializer
    publish build/ColdObjects "objects/r2r/$serializer" --self-contained false -p:Serializer=$serializer -p:PublishReadyToRun=true
done

median() { sort -n | sed -n 3p; }
first() { for _ in 1 2 3 4 5; do "$folder/$1/ColdStart" "$2" "$3"; done | median; }
for file in "${files[@]}"; do
    echo "first document of a process: $(basename "$file"), $(stat -c %s "$file") bytes, in microseconds"
    printf '%-8s %10s %10s %10s %8s %8s\n' "" JsonDocument memory disk memory/J disk/J
    for form in jit r2r native; do
        json=$(first $form json "$file") memory=$(first $form memory "$file") disk=$(first $form disk "$file")
        printf '%-8s %10d %10d %10d %8s %8s\n' $form "$json" "$memory" "$disk" \
            "$(awk "BEGIN { printf \"%.2f\", $memory / $json }")" "$(awk "BEGIN { printf \"%.2f\", $disk / $json }")"
    done
done

echo "first object of a process, in milliseconds above a process without a serializer: elapsed time and processor time, which other load affects less"
python3 - "$folder/objects" <<'END'
import os, statistics, subprocess, sys, time

folder = sys.argv[1]
serializers = {"JSON": "System.Text.Json", "BLITTABLE": "Blittable", "MEMORYPACK": "MemoryPack"}


def run(form, serializer, verb):
    """Returns the elapsed time and the processor time of a process, which include everything that the first call initializes."""
    start = time.perf_counter()
    process = subprocess.Popen([f"{folder}/{form}/{serializer}/ColdObjects", verb, f"{folder}/{form}/{serializer}/order"])
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{serializer} failed")
    return (time.perf_counter() - start) * 1000, (usage.ru_utime + usage.ru_stime) * 1000


print(f"{'':33} {'elapsed':>9} {'/JSON':>6} {'processor':>9} {'/JSON':>6}")
for form in "jit", "r2r":
    for verb, name in ("write", "serialize"), ("read", "deserialize"):
        above = {serializer: [] for serializer in serializers}
        for turn in range(11):
            none = run(form, "NONE", verb)
            for serializer in serializers:
                times = run(form, serializer, verb)
                if turn:
                    above[serializer].append([time - least for time, least in zip(times, none)])
        medians = {serializer: [statistics.median(times) for times in zip(*above[serializer])] for serializer in serializers}
        for serializer, label in serializers.items():
            figures = "".join(f" {median:9.1f} {median / base:6.2f}" for median, base in zip(medians[serializer], medians["JSON"]))
            print(f"{form} {name:11} {label:17}{figures}")
END

"$folder/command-native/Blittable.Cli" convert datasets/files/browsers.json -o "$folder/browsers.blit" --quiet
# The time from the fork to the end of the process. Measured by a shell, it would include the start of `date`.
run() { python3 -c 'import statistics, subprocess, sys, time
times = []
for _ in range(5):
    start = time.perf_counter()
    subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
    times.append((time.perf_counter() - start) * 1000)
print(f"{statistics.median(times):.1f}")' "$@"; }
echo "cold start of the command, in milliseconds"
echo "/bin/true: $(run /bin/true)"
for form in command command-native; do
    echo "$form: get $(run "$folder/$form/Blittable.Cli" get '$.browsers.firefox.name' "$folder/browsers.blit"), --help $(run "$folder/$form/Blittable.Cli" --help)"
done

# Tests the library under WebAssembly with a Blazor page in headless Chromium.
set -euo pipefail
need chromium chromium
dotnet publish -c Release -v quiet --nologo tests/Blittable.Browser -o "$scratch/browser"
port=$((20000 + RANDOM % 12000))
python3 -m http.server "$port" --bind 127.0.0.1 --directory "$scratch/browser/wwwroot" >"$scratch/browser.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null' EXIT
for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    sleep 0.1
done
page=$(timeout 120 chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=60000 --dump-dom "http://127.0.0.1:$port/" 2>"$scratch/chromium.log" |
    sed -n 's/.*<div id="report">\(.*\)<\/div><script.*/\1/p' | sed 's/<p>//g; s/<\/p>/\n/g')
printf '%s\n' "$page"
all=$(printf '%s\n' "$page" | sed -n 's/^\([0-9]*\) of \([0-9]*\) checks passed$/\1 \2/p')
[ -n "$all" ] && [ "${all% *}" = "${all#* }" ]

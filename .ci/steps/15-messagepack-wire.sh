# Exchanges MessagePack, including dates, with two Node implementations that share no code with the library.
set -euo pipefail
# The lock file omits an optional native part of msgpackr.
npm ci --prefix tests/Blittable.Wire.Tests --ignore-scripts --no-audit --no-fund
# Reuses the libraries of the test command, which have assertions.
Asserts=true dotnet test -c Release tests/Blittable.Wire.Tests

# MessagePack, dates included, from and to two Node implementations that share no code with the library.
set -euo pipefail
# The lock file leaves out an optional part of msgpackr, which is compiled.
npm ci --prefix tests/Blittable.Wire.Tests --ignore-scripts --no-audit --no-fund
# Assertions are on in the libraries of the first test run, which are used again.
Asserts=true dotnet test -c Release tests/Blittable.Wire.Tests

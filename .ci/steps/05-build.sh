# Builds the projects of the solution that no test needs: samples and the tools in build/. All analyzers are enabled, and warnings are errors.
set -euo pipefail
# Reuses the libraries of the test command, which have assertions.
Asserts=true dotnet build -c Release -v quiet

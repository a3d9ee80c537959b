# The projects of the solution that no test needs: samples and the tools of build/. All analyzers are on, and warnings are errors.
set -euo pipefail
# The libraries of the test command, which have assertions, are used again.
Asserts=true dotnet build -c Release -v quiet

# The reference of the public API (docs/api) is what the XML documentation says.
set -euo pipefail
.ci/api-reference --check

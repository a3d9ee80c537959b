# Fails if the API reference (docs/api) differs from the XML documentation.
set -euo pipefail
.ci/api-reference --check

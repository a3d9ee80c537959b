# The reference of the public API (docs/api) is what the XML documentation says.
set -eu
.ci/api-reference --check

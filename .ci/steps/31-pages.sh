# Pages state the figures of docs/results, and link to what exists.
set -eu
.ci/figures
.ci/links

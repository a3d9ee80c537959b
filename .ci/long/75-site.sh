# Builds the documentation site, opens it in Chromium in light and dark mode and at phone size, searches, and follows every link.
set -eu
need npm nodejs npm
need chromium chromium || exit 77
build/site "$scratch/site"
cd tools/site
npm ci --silent
SITE=$scratch/site npm test

# The documentation site: built by one command, then opened in Chromium on a light and a dark screen and on a phone, with a search, and every link followed.
set -eu
need npm nodejs npm
need chromium chromium || exit 77
build/site "$scratch/site"
cd tools/site
npm ci --silent
SITE=$scratch/site npm test

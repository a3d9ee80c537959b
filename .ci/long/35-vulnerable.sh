#!/usr/bin/env bash
# Fails if a direct or transitive package dependency has a known vulnerability. A feed without advisories would report none, so the feed is first queried for a
# package version with a known advisory.
set -euo pipefail
mkdir "$scratch/advisory"
cd "$scratch/advisory"
dotnet new console
dotnet add package Newtonsoft.Json --version 12.0.3
if ! dotnet list package --vulnerable | grep -F Newtonsoft.Json; then
    echo "the feed has no advisories"
    exit 77
fi

cd "$root"
dotnet list Blittable.sln package --vulnerable --include-transitive | tee "$scratch/vulnerable"
! grep -F "has the following vulnerable packages" "$scratch/vulnerable"

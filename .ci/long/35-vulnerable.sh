#!/usr/bin/env bash
# Fails if a package that a project depends on, directly or not, has a known vulnerability. A feed without advisories reports none at all, so it is first asked
# about a version whose advisory is old.
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

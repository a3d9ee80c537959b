// Makes the corpora in fetched/ from the packages in node_modules/: a large document is copied byte for byte,
// a list of small ones becomes newline-delimited JSON.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "node_modules");
const target = join(here, "fetched");

const large = {
  "browser-compat": "@mdn/browser-compat-data/data.json",
  "github-openapi": "@octokit/openapi/generated/api.github.com.json",
  "caniuse": "caniuse-db/fulldata-json/data-2.0.json",
};

const many = {
  "flights": ["vega-datasets/data/flights-20k.json", (flights) => flights],
  "movies": ["vega-datasets/data/movies.json", (movies) => movies],
  "github-webhooks": [
    "@octokit/webhooks-examples/api.github.com/index.json",
    (events) => events.flatMap((event) => event.examples),
  ],
};

for (const kind of ["large", "small"]) {
  mkdirSync(join(target, kind), { recursive: true });
}

for (const [name, path] of Object.entries(large)) {
  copyFileSync(join(packages, path), join(target, "large", `${name}.json`));
}

for (const [name, [path, documentsOf]] of Object.entries(many)) {
  const documents = documentsOf(JSON.parse(readFileSync(join(packages, path), "utf8")));
  const lines = documents.map((document) => JSON.stringify(document) + "\n");
  writeFileSync(join(target, "small", `${name}.ndjson`), lines.join(""));
}

console.log(`Unpacked ${Object.keys(large).length + Object.keys(many).length} corpora to ${target}`);

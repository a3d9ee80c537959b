// Prints the documents of a file written by the command `blittable` as JSON, one per line: node to-json.mjs FILE [DICTIONARY]
import { readFileSync, writeSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { BlittableDictionary, BlittableDocument, BlittableError, documentsOf } from "./dist/index.js";

const [file, dictionaryFile] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node to-json.mjs FILE [DICTIONARY]");
  process.exit(2);
}
const restore = (bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length });
try {
  const dictionary = dictionaryFile === undefined ? undefined : BlittableDictionary.load(readFileSync(dictionaryFile), restore);
  for (const document of documentsOf(readFileSync(file))) {
    const line = Buffer.from(`${BlittableDocument.open(document, dictionary).toJSONText()}\n`);
    for (let at = 0; at < line.length; ) {
      at += writeSync(1, line, at);
    }
  }
} catch (error) {
  if (!(error instanceof BlittableError)) {
    throw error;
  }
  console.error(`${error.code}: ${error.message}`);
  process.exit(1);
}

// Writes src/tables.ts: the two published symbol tables, extracted from the sources of the library.
import { readFileSync, writeFileSync } from "node:fs";

const strings = new URL("../../src/Blittable/Text/", import.meta.url);
const smaz = readFileSync(new URL("Smaz/SmazCodebook.cs", strings), "utf8");
const literals = [...smaz.slice(smaz.indexOf("> Text =>")).matchAll(/"((?:[^"\\]|\\.)*)"u8/g)].map(match => JSON.parse(`"${match[1]}"`));
const general = readFileSync(new URL("Symbols/GeneralSymbols.cs", strings), "utf8");
const bytes = [...general.matchAll(/0x([0-9A-F]{2})/g)].map(match => match[1]).join("");
const lines = bytes.match(/.{1,140}/g).map(line => `  "${line}"`).join(" +\n");
writeFileSync(new URL("src/tables.ts", import.meta.url), `// Written by make-tables.mjs from the sources of the library; do not edit.

/** The codebook of Smaz, in the order of the codes, separated by bars. */
export const SMAZ_CODEBOOK = ${JSON.stringify(literals.join(""))};

/** The symbol table that ships with the library, as hexadecimal digits. */
export const GENERAL_TABLE =
${lines};
`);

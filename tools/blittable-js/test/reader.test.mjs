import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { test } from "node:test";
import { BlittableDictionary, BlittableDocument, BlittableError, mapValues } from "../dist/index.js";
import { crc32c } from "../dist/crc32c.js";
import { dictionary, examples } from "./examples.mjs";

const shared = BlittableDictionary.load(dictionary);

test("the specification has examples of both modes and of a dictionary", () => {
  for (const mode of ["memory", "disk", "shared"]) {
    assert.ok(examples.some(example => example.mode === mode), mode);
  }
});

for (const { mode, json, bytes } of examples) {
  test(`the example of ${json.slice(0, 60)} in ${mode} mode is read as its JSON`, () => {
    assert.equal(BlittableDocument.open(bytes, shared).toJSONText(), json);
  });

  test(`the values of ${json.slice(0, 60)} in ${mode} mode follow each other without gaps`, () => {
    const document = BlittableDocument.open(bytes, shared);
    let end = 0;
    for (const value of mapValues(document)) {
      assert.equal(value.start, end);
      value.parts.forEach(part => {
        assert.equal(part.start, end);
        end = part.end;
      });
    }
    assert.equal(end, document.trailer.start);
  });
}

test("a path finds a value, and nothing where a name or an index is missing", () => {
  const { bytes } = examples.find(example => example.json === '[{"k":1},{"k":2}]');
  const document = BlittableDocument.open(bytes);
  assert.equal(document.get("$[1].k").text(), "2");
  assert.equal(document.get("[-1]['k']").text(), "2");
  assert.equal(document.get("$[2].k"), undefined);
  assert.equal(document.get("$[0].K"), undefined);
  assert.throws(() => document.get("$[?]"), error => error instanceof BlittableError && error.code === "path");
});

test("a document that needs a dictionary is refused without it", () => {
  const { bytes } = examples.find(example => example.mode === "shared");
  assert.throws(() => BlittableDocument.open(bytes), error => error.code === "dictionary-missing");
});

test("a bomb of 30 levels that each hold the level before twice is refused by its length", () => {
  // "x", then an array of it twice, then arrays of the array before it twice: two slots of 1 byte each.
  const levels = [0x41, 0x78, 0xb8, 2, 2, 2];
  for (let i = 0; i < 30; i++) {
    levels.push(0xb8, 2, 4, 4);
  }
  // The trailer: a length of 2^28 and a depth of 31 as backward varints, the root 4 bytes back, flags.
  const bytes = Uint8Array.from([...levels, 0x01, 0x80, 0x80, 0x80, 0x80, 31, 7 + 3, 0x21]);
  assert.throws(() => BlittableDocument.open(bytes).toJSONText(), error => error instanceof BlittableError && error.code === "too-large");
});

test("an array may have one value many times, and a count alone costs no time", () => {
  // The integer 7; an array without slots: 2^28 - 1 elements, the last 1 byte back, stride 0. The trailer: a length of 2^30 and a depth of 1, the root 7 bytes back, flags.
  const bytes = Uint8Array.from([0x07, 0xbb, 0xff, 0xff, 0xff, 0x7f, 0x01, 0x00, 0x04, 0x80, 0x80, 0x80, 0x80, 1, 7 + 6, 0x21]);
  const root = BlittableDocument.open(bytes).root;
  assert.equal(root.places, 1);
  assert.equal(root.at(root.count - 1).text(), "7");
  assert.throws(() => BlittableDocument.open(bytes).toJSONText(1_000), error => error instanceof BlittableError && error.code === "too-large");
});

const golden = new URL("../../../tests/Blittable.Golden/Version1/", import.meta.url);
const bytesOf = name => Uint8Array.from(Buffer.from(readFileSync(new URL(`${name}.hex`, golden), "latin1").replaceAll("\n", ""), "hex"));
for (const file of readdirSync(new URL("documents/", golden)).filter(name => name.endsWith(".hex"))) {
  test(`the golden document ${file} is read as its JSON`, () => {
    const name = file.slice(0, -4);
    const version = /^(first|second)-/.exec(name)?.[1];
    const known = version && BlittableDictionary.load(bytesOf(`dictionaries/${version}`), (packed, length) => brotliDecompressSync(packed, { maxOutputLength: length }));
    assert.equal(BlittableDocument.open(bytesOf(`documents/${name}`), known).toJSONText(), readFileSync(new URL(`documents/${name}.json`, golden), "utf8"));
  });
}

const regressions = new URL("../../../tests/Blittable.Fuzz/Regressions/documents/", import.meta.url);
for (const file of readdirSync(regressions)) {
  test(`the document ${file} that a fuzzer found gives its JSON or an error, at once`, { timeout: 5_000 }, () => {
    const bytes = Buffer.from(readFileSync(new URL(file, regressions), "utf8").replaceAll(/#.*$/gm, "").replaceAll(/\s/g, ""), "hex");
    try {
      const document = BlittableDocument.open(bytes);
      document.toJSONText(1 << 20);
      [...mapValues(document)];
    } catch (error) {
      assert.ok(error instanceof BlittableError, error.stack);
    }
  });
}

test("damaged bytes give an error or a wrong value, and nothing else", () => {
  let state = 1;
  const random = below => (state = (state * 1103515245 + 12345) % 2147483648) % below;
  for (let round = 0; round < 20_000; round++) {
    const bytes = examples[random(examples.length)].bytes.slice();
    for (let i = random(3); i >= 0; i--) {
      bytes[random(bytes.length)] = random(256);
    }
    const cut = random(4) === 0 ? bytes.subarray(0, random(bytes.length + 1)) : bytes;
    try {
      BlittableDocument.open(cut, shared).toJSONText();
    } catch (error) {
      assert.ok(error instanceof BlittableError, `${error.stack}\n${Buffer.from(cut).toString("hex")}`);
    }
  }
});

test("changes of a dictionary are not restored beyond the length that it records", () => {
  // Magic, format 1, 16 bytes of identity, from version 0, 1 change, 3 bytes of changes in 2 compressed ones, and the checksum.
  const bytes = Uint8Array.from([0xff, 0x42, 0x4c, 0x44, 1, ...new Array(16).fill(7), 0, 1, 3, 2, 9, 9, 0, 0, 0, 0]);
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32c(bytes.subarray(0, -4)), true);
  let asked = -1;
  assert.throws(
    () => BlittableDictionary.load(bytes, (_, length) => {
      asked = length;
      throw new Error("longer");
    }),
    error => error instanceof BlittableError && error.code === "damaged",
  );
  assert.equal(asked, 3);
});

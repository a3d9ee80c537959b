// Independent MessagePack implementations behind one protocol: each line of standard input is a request, each line of standard output
// a reply, both in JSON. MessagePack values have a notation that represents them exactly in JSON:
//
//   null, true, false, "text", [elements]     unchanged
//   {"map": [[key, value], ...]}              sorted by key
//   {"double": "3ff0000000000000"}            the bits of a JavaScript number
//   {"integer": "18446744073709551615"}       an integer beyond 2^53
//   {"binary": "00ff"}, {"extension": [type, "00ff"]}
//   {"date": [seconds, offset, zone, nanoseconds]}, {"instant": [seconds, nanoseconds]}, {"milliseconds": n}
import { createInterface } from "node:readline";
import { Extension, Instant, libraries } from "./libraries.mjs";
import { readDate, writeDate } from "./dates.mjs";

const operations = {
  // MessagePack to notation: one value, or all values; optionally with dates of a schema in extensions of a type.
  decode: (library, { hex, type, schema }) => notation(library.decode(fromHex(hex)), (payload, of) => of === type && readDate(library, schema, payload)),
  decodeAll: (library, { hex }) => library.decodeAll(fromHex(hex)).map((value) => notation(value)),

  // JSON texts to MessagePack.
  encode: (library, { json }) => json.map((text) => toHex(library.encode(JSON.parse(text)))).join(""),

  // Values that JSON lacks.
  encodeBinary: (library, { hex }) => toHex(library.encode(new Uint8Array(fromHex(hex)))),
  encodeSingle: (library, { number }) => toHex(library.encodeSingle(number)),
  encodeInteger: (library, { integer }) => toHex(library.encode(BigInt(integer))),
  encodeExtension: (library, { type, hex }) => toHex(library.encodeExtension(type, fromHex(hex))),
  encodeMilliseconds: (library, { milliseconds }) => toHex(library.encode(new Date(milliseconds))),
  encodeDates: (library, { type, schema, values }) => values.map((value) => toHex(library.encodeExtension(type, writeDate(library, schema, value)))),
};

const fromHex = (hex) => Buffer.from(hex, "hex");
const toHex = (bytes) => Buffer.from(bytes).toString("hex");

function notation(value, readExtension = () => undefined) {
  switch (typeof value) {
    case "number":
      return { double: doubleBits(value) };
    case "bigint":
      return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? notation(Number(value), readExtension) : { integer: String(value) };
    case "object":
      break;
    default:
      return value;
  }

  if (value === null) return null;
  if (Array.isArray(value)) return value.map((element) => notation(element, readExtension));
  if (value instanceof Uint8Array) return { binary: toHex(value) };
  if (value instanceof Date) return { milliseconds: value.getTime() };
  if (value instanceof Instant) return { instant: value.fields };
  if (value instanceof Extension) {
    const date = readExtension(value.payload, value.type);
    return date ? { date: date.map(String) } : { extension: [value.type, toHex(value.payload)] };
  }

  return { map: Object.keys(value).sort().map((key) => [key, notation(value[key], readExtension)]) };
}

function doubleBits(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return toHex(bytes);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  let reply;
  try {
    reply = { result: operations[request.operation](libraries[request.library], request) };
  } catch (error) {
    reply = { error: String(error?.stack ?? error) };
  }

  process.stdout.write(JSON.stringify(reply) + "\n");
}

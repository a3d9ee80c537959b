import type { BlittableDocument } from "./document.js";
import { isString } from "./strings.js";
import { readValue } from "./value.js";

/** The purpose of a range of bytes. */
export type PartKind =
  | "tag" | "length" | "text" | "codes" | "number" | "date" | "literal" | "slots" | "shape" | "names" | "packed" | "reference" | "binary" | "trailer";

/** A range of bytes with one purpose. */
export interface Part {
  readonly kind: PartKind;
  /** The meaning of the bytes, in words. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** The stored form of a value. Its children are stored separately, before it. */
export interface MappedValue {
  /** The offset of the tag. */
  readonly start: number;
  readonly end: number;
  readonly parts: readonly Part[];
}

/** Maps the value whose tag is at an offset. A reference is a separate value. */
export function mapValue(document: BlittableDocument, at: number): MappedValue {
  const reader = document.reader;
  const tag = reader.byte(at);
  const parts: Part[] = [{ kind: "tag", label: `tag ${hex(tag)}: ${tagName(tag)}`, start: at, end: at + 1 }];
  const add = (kind: PartKind, label: string, end: number) => {
    const start = parts[parts.length - 1].end;
    if (end > start) {
      parts.push({ kind, label, start, end });
    }
  };

  if (tag >= 0xc9 && tag <= 0xcb) {
    add("reference", `${reader.unsigned(at + 1, tag - 0xc9 + 2)} bytes back`, at + 1 + tag - 0xc9 + 2);
    return { start: at, end: parts[parts.length - 1].end, parts };
  }

  const value = readValue(document, at);
  if ((tag >= 0xc0 && tag <= 0xc8) || tag === 0xbe) {
    mapObject(document, at, value.count, add);
  } else if (tag >= 0xb8 && tag <= 0xbb) {
    const count = reader.varint(at + 1);
    add("length", `${count.value} elements`, count.end);
    add("slots", tag === 0xbb ? "distance to the last element, and stride" : `backward distances, ${1 << (tag - 0xb8)} bytes each`, value.end);
  } else if (tag === 0xbd) {
    const count = reader.varint(at + 1);
    add("length", `${count.value} elements`, count.end);
    add("slots", `run origins, and backward distances from them, ${1 << reader.byte(count.end)} bytes each`, value.end);
  } else if (tag === 0xbc) {
    add("packed", `number array: ${value.count} elements`, value.end);
  } else if (isString(tag)) {
    mapString(document, at, tag, value.end, add);
  } else if (tag >= 0xcc && tag <= 0xce) {
    add("reference", "index of a dictionary string", value.end);
  } else if (value.isDate) {
    add("date", value.text(), value.end);
  } else if (value.kind === "number") {
    add("number", value.text(), value.end);
  } else if (value.kind === "binary" || value.kind === "extension") {
    add("binary", value.kind, value.end);
  } else {
    add("literal", value.kind, value.end);
  }
  return { start: at, end: value.end, parts };
}

function mapObject(document: BlittableDocument, at: number, count: number, add: (kind: PartKind, label: string, end: number) => void): void {
  const tag = document.reader.byte(at);
  const value = readValue(document, at);
  if (tag <= 0xc2) {
    const shape = document.containers.shape(at + 1);
    const namesLength = shape.names.reduce((sum, name) => sum + name.length, 0);
    add("shape", `shape of ${count} names: flags, count, fingerprints, index, ends`, shape.end - namesLength);
    add("names", "names", shape.end);
  } else {
    const number = document.reader.varint(at + 1);
    add("shape", `shape ${number.value} of the ${tag <= 0xc5 ? "document" : "dictionary"}`, number.end);
  }
  add("slots", tag === 0xbe ? "run origins, and backward distances from them" : `backward distances, ${1 << (tag - 0xc0) % 3} bytes each`, value.end);
}

function mapString(document: BlittableDocument, at: number, tag: number, end: number, add: (kind: PartKind, label: string, end: number) => void): void {
  if (tag <= 0x7f) {
    add("text", "UTF-8 text", end);
  } else if (tag === 0xa5 || tag === 0xa6) {
    add("length", "text length", at + (tag === 0xa5 ? 3 : 5));
    add("text", "UTF-8 text", end);
  } else if (tag === 0xf7) {
    const distance = document.reader.varint(at + 2);
    add("reference", `${document.reader.byte(at + 1)} bytes of the string ${distance.value} bytes back`, distance.end);
    add("codes", "the rest of the text as a separate string", end);
  } else {
    const length = document.reader.varint(at + 1);
    add("length", `${length.value} bytes when decoded`, length.end);
    add("codes", "codes", end);
  }
}

/** Maps the values that start in a range of bytes, in order. There are no gaps between values. */
export function* mapValues(document: BlittableDocument, from = 0, to = document.trailer.start): Generator<MappedValue> {
  for (let at = from; at < to; ) {
    const mapped = mapValue(document, at);
    yield mapped;
    at = mapped.end;
  }
}

/** Returns the name of a tag's value in docs/FORMAT.md. */
export function tagName(tag: number): string {
  if (tag <= 0x3f) { return `integer ${tag}`; }
  if (tag <= 0x7f) { return `string of ${tag - 0x40} bytes`; }
  if (tag <= 0x9f) { return `number text of ${tag - 0x80} bytes`; }
  if (tag <= 0xa4) { return ["null", "false", "true", "empty array", "empty object"][tag - 0xa0]; }
  if (tag <= 0xa6) { return "string"; }
  if (tag === 0xa7) { return "number text"; }
  if (tag <= 0xad) { return "integer"; }
  if (tag <= 0xb3) { return "negative integer"; }
  if (tag <= 0xb5) { return tag === 0xb4 ? "float32" : "float64"; }
  if (tag <= 0xb7) { return tag === 0xb6 ? "binary" : "foreign extension"; }
  if (tag <= 0xba) { return "array"; }
  if (tag === 0xbb) { return "array without slots"; }
  if (tag === 0xbc) { return "number array"; }
  if (tag === 0xbd) { return "large array"; }
  if (tag === 0xbe) { return "large object with its own shape"; }
  if (tag <= 0xc2) { return "object with its own shape"; }
  if (tag <= 0xc5) { return "object with a shape of the document"; }
  if (tag <= 0xc8) { return "object with a shape of the dictionary"; }
  if (tag <= 0xcb) { return "reference"; }
  if (tag <= 0xce) { return "dictionary string"; }
  if (tag <= 0xde) { return "decimal"; }
  if (tag === 0xdf) { return "float64 in 4 bytes"; }
  if (tag <= 0xe7) { return "date, RAW_FULL"; }
  if (tag <= 0xf1) { return "date since 2011"; }
  return ["Smaz string", "numeric string", "hexadecimal string", "string compressed with the general table", "string compressed with a trained table", "string with the prefix of an earlier string"][tag - 0xf2] ?? "unused";
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}

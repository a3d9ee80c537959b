import { BlittableDocument } from "./document.js";
import { damaged } from "./errors.js";
import { INTEGER_SIZES, readZigzag, renderDecimal, renderFloat, renderFloat32 } from "./numbers.js";
import { NumberArrayLayout } from "./packed.js";
import { readCompactDate, readFullDate } from "./dates.js";
import { isString, readString } from "./strings.js";
import type { Children } from "./containers.js";

/** The kinds of values. A date is of kind string. */
export type ValueKind = "object" | "array" | "string" | "number" | "true" | "false" | "null" | "binary" | "extension";

/** A value of a document that is read in place. */
export interface Value {
  readonly kind: ValueKind;
  /** Indicates whether a string is stored as a date. */
  readonly isDate: boolean;
  /** The number of elements of an array or of properties of an object; 0 for other kinds. */
  readonly count: number;
  /** The offset of the tag. For an element of a number array, the offset of the tag of the array. */
  readonly offset: number;
  /** The offset of the end of the value, without its children. */
  readonly end: number;
  /** The number of stored children, if it differs from the count: an array can contain one value many times. */
  readonly places?: number;
  /** Returns an element of an array or the value of a property, by index. */
  at(index: number): Value;
  /** Returns the name of a property, by index. */
  name(index: number): string;
  /** Returns the text of a string or of a number; "null", "true" or "false". */
  text(): string;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 text. */
export function decodeText(text: Uint8Array, at: number): string {
  try {
    return decoder.decode(text);
  } catch {
    return damaged("expected UTF-8 text", at);
  }
}

/** Opens the value whose tag is at an offset. */
export function readValue(document: BlittableDocument, at: number): Value {
  const reader = document.reader;
  const tag = reader.byte(at);
  if (tag <= 0x3f) {
    return scalar("number", at, at + 1, () => String(tag));
  }
  if (isString(tag)) {
    return string(document, at);
  }
  if (tag <= 0x9f) {
    return numberText(document, at, at + 1, tag - 0x80);
  }
  if (tag >= 0xa8 && tag <= 0xb3) {
    const isNegative = tag >= 0xae;
    const size = INTEGER_SIZES[tag - (isNegative ? 0xae : 0xa8)];
    return scalar("number", at, at + 1 + size, () => (isNegative ? "-" : "") + reader.unsignedBig(at + 1, size));
  }
  if ((tag >= 0xb8 && tag <= 0xbb) || tag === 0xbd) {
    const children = document.containers.array(at);
    return container("array", document, at, children, () => damaged("expected an object", at));
  }
  if ((tag >= 0xc0 && tag <= 0xc8) || tag === 0xbe) {
    const { names, children } = document.containers.object(at);
    return container("object", document, at, children, index => decodeText(names[index], at));
  }
  if (tag >= 0xcc && tag <= 0xce) {
    return dictionaryString(document, at, tag - 0xcb);
  }
  if (tag >= 0xd0 && tag <= 0xdb) {
    const size = ((tag - 0xd0) & 3) + 1;
    return scalar("number", at, at + 1 + size, () => renderDecimal(readZigzag(reader, at + 1, size), ((tag - 0xd0) >> 2) + 1));
  }
  if (tag >= 0xdc && tag <= 0xde) {
    const size = [4, 6, 8][tag - 0xdc];
    return scalar("number", at, at + 2 + size, () => renderDecimal(readZigzag(reader, at + 2, size), reader.byte(at + 1)));
  }
  if (tag >= 0xe0 && tag <= 0xf1) {
    const date = tag <= 0xe7 ? readFullDate(reader, at) : readCompactDate(reader, at);
    return { ...scalar("string", at, date.end, () => date.text), isDate: true };
  }
  return rare(document, at, tag);
}

/** Opens the values of less frequent tags. */
function rare(document: BlittableDocument, at: number, tag: number): Value {
  const reader = document.reader;
  switch (tag) {
    case 0xa0: return scalar("null", at, at + 1, () => "null");
    case 0xa1: return scalar("false", at, at + 1, () => "false");
    case 0xa2: return scalar("true", at, at + 1, () => "true");
    case 0xa3: return scalar("array", at, at + 1, () => "");
    case 0xa4: return scalar("object", at, at + 1, () => "");
    case 0xa7: {
      const length = reader.varint(at + 1);
      return numberText(document, at, length.end, length.value);
    }
    case 0xb4: return scalar("number", at, at + 5, () => renderFloat32(reader.float32(at + 1)));
    case 0xb5: return scalar("number", at, at + 9, () => renderFloat(reader.float64(at + 1)));
    case 0xb6: {
      const length = reader.varint(at + 1);
      const bytes = reader.slice(length.end, length.value);
      return scalar("binary", at, length.end + length.value, () => base64(bytes));
    }
    case 0xb7: {
      const length = reader.varint(at + 2);
      const bytes = reader.slice(length.end, length.value);
      return scalar("extension", at, length.end + length.value, () => base64(bytes));
    }
    case 0xbc: return packed(NumberArrayLayout.read(reader, at), at);
    case 0xdf: return scalar("number", at, at + 5, () => renderFloat(reader.float32(at + 1)));
    default: return damaged(`expected the tag of a value, found ${tag.toString(16)}`, at);
  }
}

function scalar(kind: ValueKind, offset: number, end: number, text: () => string): Value {
  return { kind, isDate: false, count: 0, offset, end, text, at: () => noChild(offset), name: () => noChild(offset) };
}

function noChild(offset: number): never {
  return damaged("expected an index within the container", offset);
}

function string(document: BlittableDocument, at: number): Value {
  const { text, end } = readString(document.reader, at, document.trailer.table);
  return scalar("string", at, end, () => decodeText(text, at));
}

function dictionaryString(document: BlittableDocument, at: number, size: number): Value {
  const index = document.reader.unsigned(at + 1, size);
  const count = document.trailer.version?.stringCount ?? 0;
  if (index >= count) {
    damaged(`expected one of ${count} strings of the dictionary, found ${index}`, at);
  }
  return scalar("string", at, at + 1 + size, () => decodeText(document.dictionary!.strings[index], at));
}

function numberText(document: BlittableDocument, at: number, textAt: number, length: number): Value {
  const bytes = document.reader.slice(textAt, length);
  return scalar("number", at, textAt + length, () => {
    const text = decodeText(bytes, at);
    return /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) ? text : damaged("expected a number", at);
  });
}

function container(kind: "array" | "object", document: BlittableDocument, offset: number, children: Children, name: (index: number) => string): Value {
  const check = (index: number) => (index >= 0 && index < children.count ? index : noChild(offset));
  return {
    kind, isDate: false, count: children.count, places: children.places, offset, end: children.end,
    at: index => readValue(document, children.at(check(index))),
    name: index => name(check(index)),
    text: () => damaged("expected a scalar", offset),
  };
}

/** Opens a number array. The rows of a matrix exist only in this form. */
function packed(numbers: NumberArrayLayout, offset: number): Value {
  const array = (count: number, at: (index: number) => Value): Value => ({
    kind: "array", isDate: false, count, offset, end: numbers.end,
    at: index => (index >= 0 && index < count ? at(index) : noChild(offset)),
    name: () => noChild(offset),
    text: () => damaged("expected a scalar", offset),
  });
  const number = (row: number, column: number) => scalar("number", offset, numbers.end, () => numbers.text(row, column));
  return numbers.isMatrix
    ? array(numbers.count, row => array(numbers.columnCount, column => number(row, column)))
    : array(numbers.count, row => number(row, 0));
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text);
}

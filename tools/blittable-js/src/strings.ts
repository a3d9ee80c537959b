import { ByteReader } from "./bytes.js";
import { damaged } from "./errors.js";
import { SymbolTable } from "./symbols.js";

/** The UTF-8 text of a string, and the offset of its end. */
export interface StringText {
  readonly text: Uint8Array;
  readonly end: number;
}

const NIBBLES: Record<number, Uint8Array> = {
  0xf3: new TextEncoder().encode("-./0123456789: T"),
  0xf4: new TextEncoder().encode("0123456789abcdef"),
};

/** Determines whether a tag is a tag of raw strings, encoded strings, or strings that continue an earlier string. */
export function isString(tag: number): boolean {
  return (tag >= 0x40 && tag <= 0x7f) || tag === 0xa5 || tag === 0xa6 || (tag >= 0xf2 && tag <= 0xf7);
}

/**
 * Reads a string.
 * @param table The symbol table of the document or of its dictionary, if there is one.
 * @param continuations The maximum length of a chain of strings that continue others: 2 for a value of a document.
 */
export function readString(reader: ByteReader, at: number, table: SymbolTable | undefined, continuations = 2): StringText {
  const tag = reader.byte(at);
  if (tag <= 0x7f) {
    return raw(reader, at + 1, tag - 0x40);
  }
  if (tag === 0xa5 || tag === 0xa6) {
    const size = tag === 0xa5 ? 2 : 4;
    return raw(reader, at + 1 + size, reader.unsigned(at + 1, size));
  }
  if (tag === 0xf7) {
    return continued(reader, at, table, continuations);
  }
  const { value: length, end: codes } = reader.varint(at + 1);
  const nibbles = NIBBLES[tag];
  if (nibbles !== undefined) {
    return { text: unpackNibbles(reader.slice(codes, (length + 1) >> 1), nibbles, length), end: codes + ((length + 1) >> 1) };
  }
  const symbols = tag === 0xf2 ? SymbolTable.smaz : tag === 0xf5 ? SymbolTable.general : table;
  return (symbols ?? damaged("expected a symbol table of the document or its dictionary", at)).decode(reader, codes, length);
}

function raw(reader: ByteReader, at: number, length: number): StringText {
  return { text: reader.slice(at, length), end: at + length };
}

/** Joins the prefix of an earlier string and the rest, which is stored in the value. */
function continued(reader: ByteReader, at: number, table: SymbolTable | undefined, continuations: number): StringText {
  const shared = reader.byte(at + 1);
  const { value: distance, end: restAt } = reader.varint(at + 2);
  const earlierAt = at - distance;
  if (continuations === 0 || distance === 0 || earlierAt < 0 || !isString(reader.byte(earlierAt)) || !isString(reader.byte(restAt)) || reader.byte(restAt) === 0xf7) {
    damaged("expected a string that continues an earlier string", at);
  }
  const start = readString(reader, earlierAt, table, continuations - 1).text;
  const rest = readString(reader, restAt, table, 0);
  if (shared === 0 || shared > start.length) {
    damaged("expected a start within the earlier string", at);
  }
  const text = new Uint8Array(shared + rest.text.length);
  text.set(start.subarray(0, shared));
  text.set(rest.text, shared);
  return { text, end: rest.end };
}

function unpackNibbles(pairs: Uint8Array, alphabet: Uint8Array, length: number): Uint8Array {
  const text = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    text[i] = alphabet[i % 2 === 0 ? pairs[i >> 1] & 15 : pairs[i >> 1] >> 4];
  }
  return text;
}

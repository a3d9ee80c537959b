import { ByteReader } from "./bytes.js";
import { BlittableDictionary, DictionaryVersion } from "./dictionary.js";
import { BlittableError, damaged } from "./errors.js";
import { SymbolTable } from "./symbols.js";

const HAS_DICTIONARY = 0x08, HAS_SHAPES = 0x10, HAS_LIMITS = 0x20, HAS_SYMBOLS = 0x40;

/** The trailer of a document. It is read backwards from the last byte, whose flags indicate the parts that are present. */
export interface Trailer {
  /** The offset of the tag of the root. */
  readonly root: number;
  /** The offsets of the shape blocks of the document, by shape number. */
  readonly shapes: readonly number[];
  /** The symbol table that strings of tag F6 use. */
  readonly table: SymbolTable | undefined;
  /** The version of the dictionary that the document was written with. */
  readonly version: DictionaryVersion | undefined;
  /** Indicates whether values can have several references. */
  readonly isShared: boolean;
  /** The offset of the end of the last value. */
  readonly start: number;
  /** The name, start and end of each part, for display. */
  readonly parts: readonly { readonly name: string; readonly start: number; readonly end: number }[];
}

export function readTrailer(reader: ByteReader, dictionary: BlittableDictionary | undefined): Trailer {
  const parts: { name: string; start: number; end: number }[] = [];
  let end = reader.length - 1;
  const flags = reader.byte(end);
  if ((flags & 0x87) !== 1) {
    throw new BlittableError("unsupported-version", `expected a document of version 1, found flags ${flags.toString(16)}`, end);
  }
  parts.push({ name: "flags", start: end, end: end + 1 });

  const distance = reader.backwardVarint(end);
  parts.push({ name: "root", start: distance.end, end });
  end = distance.end;
  const root = end - distance.value;
  if (distance.value === 0 || root < 0) {
    damaged("expected a root before the trailer", end);
  }

  let version: DictionaryVersion | undefined;
  if (flags & HAS_DICTIONARY) {
    const number = reader.backwardVarint(end);
    const start = number.end - 2;
    parts.push({ name: "dictionary", start, end });
    version = findVersion(dictionary, number.value, reader.slice(start, 2), start);
    end = start;
  }

  const shapes: number[] = [];
  if (flags & HAS_SHAPES) {
    const count = reader.backwardVarint(end);
    const size = count.end - 2 * count.value < 65_536 ? 2 : 4;
    const start = count.end - size * count.value;
    if (start < 0) {
      damaged(`expected a table of ${count.value} shapes`, end);
    }
    for (let i = 0; i < count.value; i++) {
      shapes.push(reader.unsigned(start + size * i, size));
    }
    parts.push({ name: "shape table", start, end });
    end = start;
  }

  let table = version?.table;
  if (flags & HAS_SYMBOLS) {
    const length = reader.backwardVarint(end);
    const start = length.end - length.value;
    table = SymbolTable.read(reader.slice(start, length.value), start);
    parts.push({ name: "symbol table", start, end });
    end = start;
  }

  if (flags & HAS_LIMITS) {
    const depth = reader.backwardVarint(end);
    const length = reader.backwardVarint(depth.end);
    parts.push({ name: "limits", start: length.end, end });
    end = length.end;
  }
  if (root >= end) {
    damaged("expected a root before the trailer", root);
  }
  return { root, shapes, table, version, isShared: (flags & HAS_LIMITS) !== 0, start: end, parts: parts.reverse() };
}

function findVersion(dictionary: BlittableDictionary | undefined, number: number, hash: Uint8Array, at: number): DictionaryVersion {
  if (dictionary === undefined) {
    throw new BlittableError("dictionary-missing", "the document needs a dictionary", at);
  }
  const version = dictionary.versions[number];
  if (version === undefined || version.hash[0] !== hash[0] || version.hash[1] !== hash[1]) {
    throw new BlittableError("dictionary-mismatch", `the dictionary has no version ${number} with the hash in the document`, at);
  }
  return version;
}

import { ByteReader } from "./bytes.js";
import { crc32c } from "./crc32c.js";
import { BlittableError, damaged } from "./errors.js";
import { sha256 } from "./sha256.js";
import { SymbolTable } from "./symbols.js";

/**
 * Decompresses Brotli. It must not return more than `length` bytes, because a few compressed bytes can expand to any number of bytes. In Node:
 * `(bytes, length) => brotliDecompressSync(bytes, { maxOutputLength: length })`.
 */
export type BrotliDecompressor = (compressed: Uint8Array, length: number) => Uint8Array;

/** The maximum size of a dictionary in bytes, as in the .NET library. */
const MAX_LENGTH = 256 * 1024 * 1024;

/** The contents of a dictionary at one version. */
export interface DictionaryVersion {
  readonly hash: Uint8Array;
  readonly shapeCount: number;
  readonly stringCount: number;
  readonly table: SymbolTable | undefined;
}

/** Names, shapes, strings and symbol tables that documents share. Immutable. */
export class BlittableDictionary {
  /** The versions by number. Version 0 is empty. */
  readonly versions: DictionaryVersion[] = [];
  readonly shapes: Uint8Array[][] = [];
  readonly strings: Uint8Array[] = [];

  private constructor() {}

  /**
   * Loads a saved dictionary.
   * @param bytes The output of `BlittableDictionary.Save`: all changes since version 0.
   * @param decompress Required if the changes are compressed.
   */
  static load(bytes: Uint8Array, decompress?: BrotliDecompressor): BlittableDictionary {
    const reader = new ByteReader(bytes);
    const end = bytes.length - 4;
    if (end < 4 || reader.unsigned(0, 4) !== 0x444c42ff) {
      damaged("expected the magic of a dictionary", 0);
    }
    if (reader.byte(4) !== 1) {
      throw new BlittableError("unsupported-version", `expected format 1 of a dictionary, found ${reader.byte(4)}`, 4);
    }
    if (crc32c(bytes.subarray(0, end)) !== reader.unsigned(end, 4)) {
      damaged("expected a dictionary that matches its checksum", end);
    }
    const id = reader.slice(5, 16);
    const from = reader.varint(21);
    if (from.value !== 0) {
      throw new BlittableError("dictionary-mismatch", "expected a complete dictionary, found an update", 21);
    }
    const count = reader.varint(from.end);
    const length = reader.varint(count.end);
    const packed = reader.varint(length.end);
    if (length.value > MAX_LENGTH) {
      throw new BlittableError("too-large", `expected at most ${MAX_LENGTH} bytes of changes, found ${length.value}`, count.end);
    }
    let changes = reader.slice(packed.end, packed.value);
    if (packed.value < length.value) {
      if (decompress === undefined) {
        throw new BlittableError("dictionary-missing", "the changes of the dictionary are compressed: pass a Brotli decompressor", packed.end);
      }
      try {
        changes = decompress(changes, Math.max(length.value, 1));
      } catch (error) {
        damaged(`expected ${length.value} bytes of changes, compressed by Brotli: ${error instanceof Error ? error.message : error}`, packed.end);
      }
    }
    if (changes.length !== length.value) {
      damaged(`expected ${length.value} bytes of changes, found ${changes.length}`, packed.end);
    }

    const dictionary = new BlittableDictionary();
    dictionary.versions.push({ hash: id, shapeCount: 0, stringCount: 0, table: undefined });
    const changeReader = new ByteReader(changes);
    let at = 0;
    for (let i = 0; i < count.value; i++) {
      const size = changeReader.varint(at);
      dictionary.apply(changeReader.slice(size.end, size.value));
      at = size.end + size.value;
    }
    return dictionary;
  }

  private apply(change: Uint8Array): void {
    const previous = this.versions[this.versions.length - 1];
    let table = previous.table;
    const reader = new ByteReader(change);
    let at = 0;
    while (at < change.length) {
      const kind = reader.byte(at);
      const count = reader.varint(at + 1);
      at = count.end;
      for (let i = 0; i < count.value; i++) {
        if (kind === 1) {
          const names: Uint8Array[] = [];
          const nameCount = reader.varint(at);
          at = nameCount.end;
          for (let j = 0; j < nameCount.value; j++) {
            at = this.readBytes(reader, at, names);
          }
          this.shapes.push(names);
        } else if (kind === 2) {
          at = this.readBytes(reader, at, this.strings);
        } else if (kind === 3) {
          const tables: Uint8Array[] = [];
          at = this.readBytes(reader, at, tables);
          table = SymbolTable.read(tables[0], at);
        } else {
          damaged(`expected a group of kind 1 to 3, found ${kind}`, at);
        }
      }
    }
    const hashed = new Uint8Array(16 + change.length);
    hashed.set(previous.hash);
    hashed.set(change, 16);
    this.versions.push({ hash: sha256(hashed).slice(0, 16), shapeCount: this.shapes.length, stringCount: this.strings.length, table });
  }

  private readBytes(reader: ByteReader, at: number, into: Uint8Array[]): number {
    const length = reader.varint(at);
    into.push(reader.slice(length.end, length.value));
    return length.end + length.value;
  }
}

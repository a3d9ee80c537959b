import { ByteReader } from "./bytes.js";
import { crc32c } from "./crc32c.js";
import { damaged } from "./errors.js";
import { GENERAL_TABLE, SMAZ_CODEBOOK } from "./tables.js";

/** The meaning of codes that are not symbols, which precede verbatim bytes. */
export type EscapeRule = "smaz" | "byte";

/** A table of symbols of 1 to 8 bytes. The code of a symbol is its number. */
export class SymbolTable {
  private static smazTable: SymbolTable | undefined;
  private static generalTable: SymbolTable | undefined;

  private constructor(private readonly symbols: readonly Uint8Array[], private readonly escape: EscapeRule) {}

  /** The standard codebook of Smaz: 254 precedes one verbatim byte, 255 precedes a length minus 1 and that many bytes. */
  static get smaz(): SymbolTable {
    return this.smazTable ??= new SymbolTable(SMAZ_CODEBOOK.split("|").map(symbol => new TextEncoder().encode(symbol)), "smaz");
  }

  /** The table that ships with the library. */
  static get general(): SymbolTable {
    return this.generalTable ??= SymbolTable.read(Uint8Array.from(GENERAL_TABLE.match(/../g)!, byte => parseInt(byte, 16)), 0);
  }

  /**
   * Reads a stored table: version, count, size (2), checksum (4), entries (2 each), bytes, 7 zeros.
   * @param offset The offset of the table in the document, for errors.
   */
  static read(bytes: Uint8Array, offset: number): SymbolTable {
    const reader = new ByteReader(bytes);
    const count = reader.byte(1);
    const size = reader.unsigned(2, 2);
    const start = 8 + 2 * count;
    if (reader.byte(0) !== 1 || bytes.length !== start + size + 7) {
      damaged("expected a symbol table of version 1", offset);
    }
    const summed = new Uint8Array(bytes.length - 4);
    summed.set(bytes.subarray(0, 4));
    summed.set(bytes.subarray(8), 4);
    if (crc32c(summed) !== reader.unsigned(4, 4)) {
      damaged("expected a symbol table that matches its checksum", offset);
    }
    const symbols: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      const entry = reader.unsigned(8 + 2 * i, 2);
      symbols.push(reader.slice(start + (entry >> 3), (entry & 7) + 1));
    }
    return new SymbolTable(symbols, "byte");
  }

  /**
   * Decodes codes until they have produced `length` bytes.
   * @returns The text and the offset of the end of its codes.
   */
  decode(reader: ByteReader, at: number, length: number): { text: Uint8Array; end: number } {
    const start = at;
    const text = new Uint8Array(boundedLength(reader, at, length));
    let written = 0;
    while (written < length) {
      const code = reader.byte(at);
      let symbol: Uint8Array;
      if (this.escape === "smaz" && code === 255) {
        const run = reader.byte(at + 1) + 1;
        symbol = reader.slice(at + 2, run);
        at += 2 + run;
      } else if (code === (this.escape === "smaz" ? 254 : 255)) {
        symbol = reader.slice(at + 1, 1);
        at += 2;
      } else {
        symbol = this.symbols[code] ?? damaged(`expected a code of the symbol table, found ${code}`, at);
        at += 1;
      }
      if (written + symbol.length > length) {
        damaged("expected a code that ends with the string", start);
      }
      text.set(symbol, written);
      written += symbol.length;
    }
    return { text, end: at };
  }
}

/** Rejects a length that the remaining bytes cannot produce: a code represents at most 8 bytes. */
function boundedLength(reader: ByteReader, at: number, length: number): number {
  return length <= 8 * (reader.length - at) ? length : damaged(`expected codes for ${length} bytes`, at);
}

import { ByteReader } from "./bytes.js";
import { damaged } from "./errors.js";
import { renderDecimal, renderFloat, renderFloat32 } from "./numbers.js";

/** A column of a number array. */
interface Column {
  readonly form: number;
  readonly width: number;
  readonly first: number;
  readonly base: bigint;
  readonly step: bigint;
  readonly exponent: number;
  readonly lowWidth: number;
  readonly lowBase: bigint;
}

/** A number array (tag BC): numbers, or rows of numbers. Elements are read by index in constant time. */
export class NumberArrayLayout {
  private constructor(
    private readonly reader: ByteReader,
    private readonly columns: readonly Column[],
    private readonly rowBits: number,
    private readonly start: number,
    /** Indicates whether the elements are rows of numbers. */
    readonly isMatrix: boolean,
    /** The number of elements. */
    readonly count: number,
    /** The offset of the end of the value. */
    readonly end: number) {}

  /** The number of numbers in an element: more than 1 only in a matrix. */
  get columnCount(): number {
    return this.columns.length;
  }

  static read(reader: ByteReader, tagAt: number): NumberArrayLayout {
    const head = reader.byte(tagAt + 1);
    const isMatrix = (head & 0x10) !== 0;
    const baseSize = 1 << (head & 3);
    let at = tagAt + 2;
    let columnCount = 1;
    if (isMatrix) {
      columnCount = reader.byte(at);
      at += 1;
    }
    if (columnCount < 1 || columnCount > 16 || head >= 0x20) {
      damaged("expected 1 to 16 columns of a number array", tagAt);
    }
    const rows = reader.varint(at);
    at = rows.end;
    let rowBits = 0;
    if (isMatrix) {
      const bits = reader.varint(at);
      rowBits = bits.value;
      at = bits.end;
    }
    const columns: Column[] = [];
    for (let i = 0; i < columnCount; i++) {
      const form = reader.byte(at);
      const width = reader.byte(at + 1);
      const first = isMatrix ? reader.unsigned(at + 2, 2) : 0;
      at += isMatrix ? 4 : 2;
      const base = reader.signedBig(at, baseSize);
      at += baseSize;
      let step = 0n;
      if (head & 8) {
        step = reader.signedBig(at, baseSize);
        at += baseSize;
      }
      let exponent = 0, lowWidth = 0, lowBase = 0n;
      if (head & 4) {
        exponent = reader.byte(at);
        lowWidth = reader.byte(at + 1);
        lowBase = reader.signedBig(at + 2, 4);
        at += 6;
      }
      if (width < 1 || width > 64 || exponent > 18 || lowWidth > 32 || form >> 5 > 5) {
        damaged("expected a column of a number array", at);
      }
      rowBits = isMatrix ? rowBits : width + lowWidth;
      if (first + width + lowWidth > rowBits) {
        damaged("expected a column within its row", at);
      }
      columns.push({ form, width, first, base, step, exponent, lowWidth, lowBase });
    }
    const length = Math.ceil((rows.value * rowBits) / 8);
    reader.slice(at, length);
    return new NumberArrayLayout(reader, columns, rowBits, at, isMatrix, rows.value, at + length);
  }

  /** Renders the number in a row and column. */
  text(row: number, columnIndex: number): string {
    const column = this.columns[columnIndex];
    const bit = row * this.rowBits + column.first;
    const bits = this.bits(bit, column.width);
    const kind = column.form >> 5;
    if (kind >= 3) {
      return this.float(kind, column, row, bits);
    }
    let mantissa = column.base + BigInt(row) * column.step + bits;
    if (column.exponent > 0) {
      mantissa = mantissa * 10n ** BigInt(column.exponent) + column.lowBase + this.bits(bit + column.width, column.lowWidth);
    }
    const scale = column.form & 31;
    const text = renderDecimal(BigInt.asIntN(64, mantissa), scale);
    return kind === 0 || scale === 0 ? text : trim(text, kind === 2);
  }

  private float(kind: number, column: Column, row: number, bits: bigint): string {
    const pattern = column.base + BigInt(row) * column.step + bits;
    const view = new DataView(new ArrayBuffer(8));
    if (kind === 4) {
      view.setBigUint64(0, BigInt.asUintN(64, pattern));
      return renderFloat(view.getFloat64(0));
    }
    view.setUint32(0, Number(BigInt.asUintN(32, pattern)));
    const value = view.getFloat32(0);
    return kind === 3 ? renderFloat32(value) : renderFloat(value);
  }

  /** Reads `width` bits, at most 64, lowest first, starting at a bit of the rows. */
  private bits(bit: number, width: number): bigint {
    if (width === 0) {
      return 0n;
    }
    const at = Math.floor(bit / 8);
    const shift = bit - 8 * at;
    const value = this.reader.unsignedBig(this.start + at, Math.ceil((shift + width) / 8));
    return BigInt.asUintN(width, value >> BigInt(shift));
  }
}

/** Removes trailing zeros of a fraction. With `keepsDigit`, at least one fraction digit remains. */
function trim(text: string, keepsDigit: boolean): string {
  const point = text.indexOf(".");
  const fraction = text.slice(point + 1).replace(/0+$/, "") || (keepsDigit ? "0" : "");
  return fraction === "" ? text.slice(0, point) : `${text.slice(0, point)}.${fraction}`;
}

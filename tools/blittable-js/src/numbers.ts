import { ByteReader } from "./bytes.js";

/** The sizes of integers by tag, starting at A8 (AE for negative integers). */
export const INTEGER_SIZES: readonly number[] = [1, 2, 3, 4, 6, 8];

/** Renders a mantissa with a number of fraction digits. */
export function renderDecimal(mantissa: bigint, digits: number): string {
  const sign = mantissa < 0n ? "-" : "";
  const text = (mantissa < 0n ? -mantissa : mantissa).toString().padStart(digits + 1, "0");
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Decodes a zigzag integer: 0, 1, 2, 3, … represent 0, -1, 1, -2, … */
export function readZigzag(reader: ByteReader, at: number, size: number): bigint {
  const value = reader.unsignedBig(at, size);
  return (value >> 1n) ^ -(value & 1n);
}

/** Renders a float as the shortest JSON text that restores it, or null if JSON cannot represent it. */
export function renderFloat(value: number): string {
  return Number.isFinite(value) ? (Object.is(value, -0) ? "-0" : String(value)) : "null";
}

/** Renders a float32 as the shortest text that restores it. */
export function renderFloat32(value: number): string {
  if (!Number.isFinite(value)) {
    return "null";
  }
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) {
      return renderFloat(Number(text));
    }
  }
  return renderFloat(Number(value.toPrecision(9)));
}

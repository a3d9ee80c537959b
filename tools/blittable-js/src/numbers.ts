import { ByteReader } from "./bytes.js";

/** The sizes of integers, by their tags from A8 (and AE, if negative) on. */
export const INTEGER_SIZES: readonly number[] = [1, 2, 3, 4, 6, 8];

/** Renders a mantissa with so many digits behind the point. */
export function renderDecimal(mantissa: bigint, digits: number): string {
  const sign = mantissa < 0n ? "-" : "";
  const text = (mantissa < 0n ? -mantissa : mantissa).toString().padStart(digits + 1, "0");
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Reads a zigzag integer: 0, -1, 1, -2, … are counted 0, 1, 2, 3, … */
export function readZigzag(reader: ByteReader, at: number, size: number): bigint {
  const value = reader.unsignedBig(at, size);
  return (value >> 1n) ^ -(value & 1n);
}

/** Renders a float as JSON does: the shortest text that reads back; null where JSON has no text for it. */
export function renderFloat(value: number): string {
  return Number.isFinite(value) ? (Object.is(value, -0) ? "-0" : String(value)) : "null";
}

/** Renders a float32: the shortest text that reads back as the same float32. */
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

import { damaged } from "./errors.js";

/** A number and the offset of its end (of a backward varint: the offset of its start). */
export interface Sized {
  readonly value: number;
  readonly end: number;
}

/** Reads integers from bytes with bounds checks. All integers are little-endian. */
export class ByteReader {
  readonly length: number;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.length = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    this.require(at, 1);
    return this.bytes[at];
  }

  /** Returns `length` bytes without copying them. */
  slice(at: number, length: number): Uint8Array {
    this.require(at, length);
    return this.bytes.subarray(at, at + length);
  }

  /** Reads an unsigned integer of 1 to 6 bytes, which a double represents exactly. */
  unsigned(at: number, size: number): number {
    this.require(at, size);
    let value = 0;
    for (let i = size - 1; i >= 0; i--) {
      value = value * 256 + this.bytes[at + i];
    }
    return value;
  }

  /** Reads an unsigned integer of up to 8 bytes. */
  unsignedBig(at: number, size: number): bigint {
    this.require(at, size);
    let value = 0n;
    for (let i = size - 1; i >= 0; i--) {
      value = (value << 8n) | BigInt(this.bytes[at + i]);
    }
    return value;
  }

  /** Reads a two's complement integer of up to 8 bytes. */
  signedBig(at: number, size: number): bigint {
    return BigInt.asIntN(8 * size, this.unsignedBig(at, size));
  }

  float32(at: number): number {
    this.require(at, 4);
    return this.view.getFloat32(at, true);
  }

  float64(at: number): number {
    this.require(at, 8);
    return this.view.getFloat64(at, true);
  }

  /** Reads an unsigned integer below 2^32 in 1 to 5 bytes: seven bits per byte, lowest first, with the top bit set in all bytes except the last. */
  varint(at: number): Sized {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte(at + i);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) {
        return value < 2 ** 32 ? { value, end: at + i + 1 } : damaged("expected a varint below 2^32", at);
      }
    }
    return damaged("expected a varint of at most 5 bytes", at);
  }

  /** Reads a varint whose bytes are in the opposite order, from its end. */
  backwardVarint(end: number): Sized {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = this.byte(end - 1 - i);
      value += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) {
        return value < 2 ** 32 ? { value, end: end - 1 - i } : damaged("expected a varint below 2^32", end);
      }
    }
    return damaged("expected a varint of at most 5 bytes", end);
  }

  private require(at: number, length: number): void {
    if (!(at >= 0 && length >= 0 && at + length <= this.length)) {
      damaged(`expected ${length} bytes, found the end of the data`, at);
    }
  }
}

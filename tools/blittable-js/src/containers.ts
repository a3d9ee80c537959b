import { ByteReader } from "./bytes.js";
import { BlittableError, damaged } from "./errors.js";
import { Trailer } from "./trailer.js";

/** A shape block: the ordered property names of an object. */
export interface Shape {
  /** The names in UTF-8. */
  readonly names: readonly Uint8Array[];
  readonly end: number;
}

/** The children of a container. */
export interface Children {
  readonly count: number;
  /** The number of stored children, if it differs from the count: an array can contain one value many times. */
  readonly places?: number;
  /** The offset of the end of the container. */
  readonly end: number;
  /** Returns the offset of a child's tag. References are followed. */
  at(index: number): number;
}

/** Reads arrays and objects: counts, slots and shapes. */
export class ContainerReader {
  private readonly shapes = new Map<number, Shape>();

  constructor(private readonly reader: ByteReader, private readonly trailer: Trailer, private readonly dictionaryShapes: readonly Uint8Array[][]) {}

  /** Reads an array with slots, with slots in runs, or without slots (its elements start at equal distances). */
  array(at: number): Children {
    const tag = this.reader.byte(at);
    const count = this.reader.varint(at + 1);
    if (tag === 0xbd) {
      return this.runs(at, count.end, count.value);
    }
    if (tag !== 0xbb) {
      return this.slots(at, count.end, count.value, 1 << (tag - 0xb8));
    }
    const distance = this.reader.varint(count.end);
    const stride = this.reader.varint(distance.end);
    if (count.value === 0 || distance.value === 0) {
      damaged("expected an array with elements", at);
    }
    return {
      count: count.value,
      // A stride of 0 means that the array contains one value many times.
      places: stride.value === 0 ? 1 : count.value,
      end: stride.end,
      at: index => this.child(at, distance.value + (count.value - 1 - index) * stride.value),
    };
  }

  /** Reads an object: its shape and its slots. */
  object(at: number): { readonly names: readonly Uint8Array[]; readonly children: Children } {
    const tag = this.reader.byte(at);
    const width = 1 << (tag - 0xc0) % 3;
    if (tag === 0xbe) {
      const shape = this.shape(at + 1);
      return { names: shape.names, children: this.runs(at, shape.end, shape.names.length) };
    }
    if (tag <= 0xc2) {
      const shape = this.shape(at + 1);
      return { names: shape.names, children: this.slots(at, shape.end, shape.names.length, width) };
    }
    const number = this.reader.varint(at + 1);
    const names = tag <= 0xc5 ? this.documentShape(number.value, at) : this.dictionaryShape(number.value, at);
    return { names, children: this.slots(at, number.end, names.length, width) };
  }

  /** Reads the shape block that starts at an offset. */
  shape(at: number): Shape {
    let shape = this.shapes.get(at);
    if (shape === undefined) {
      shape = this.readShape(at);
      this.shapes.set(at, shape);
    }
    return shape;
  }

  private documentShape(number: number, at: number): readonly Uint8Array[] {
    const block = this.trailer.shapes[number];
    return block === undefined ? damaged(`expected one of ${this.trailer.shapes.length} shapes, found ${number}`, at) : this.shape(block).names;
  }

  private dictionaryShape(number: number, at: number): readonly Uint8Array[] {
    const version = this.trailer.version;
    if (version === undefined) {
      throw new BlittableError("dictionary-missing", "the document has a shape of a dictionary, but no dictionary", at);
    }
    return number < version.shapeCount ? this.dictionaryShapes[number] : damaged(`expected a shape of the dictionary, found ${number}`, at);
  }

  private readShape(at: number): Shape {
    const flags = this.reader.byte(at);
    const count = this.reader.varint(at + 1);
    const n = count.value;
    const width = 1 << (flags & 3);
    if (n === 0 || (flags & 3) === 3 || flags >= 0x20) {
      damaged("expected a shape block", at);
    }
    const indexed = (flags & 0x08) !== 0;
    const entry = n <= 65_536 ? 2 : n <= 16_777_216 ? 3 : 4;
    const origins = count.end + (flags & 0x04 ? n : 0) + (indexed ? n * entry : 0);
    const end = origins + (indexed ? originsLength(n) : 0);
    const namesAt = end + width * n;
    const names: Uint8Array[] = [];
    let start = 0;
    for (let i = 0; i < n; i++) {
      const origin = indexed ? this.reader.unsigned(origins + originAt(i), 4) : 0;
      const nameEnd = origin + this.reader.unsigned(end + width * i, width);
      if (nameEnd < start) {
        damaged("expected ends of names in ascending order", end);
      }
      names.push(this.reader.slice(namesAt + start, nameEnd - start));
      start = nameEnd;
    }
    return { names, end: namesAt + start };
  }

  /** Reads slots in runs: the slots of each run of sixteen children are relative to the origin of the run. */
  private runs(tagAt: number, at: number, count: number): Children {
    const exponent = this.reader.byte(at);
    const width = 1 << exponent;
    const slots = at + 1 + originsLength(count);
    if (exponent > 1 || count === 0) {
      damaged("expected slots in runs", tagAt);
    }
    this.reader.slice(at + 1, originsLength(count) + count * width);
    return {
      count,
      end: slots + count * width,
      at: index => this.child(tagAt - this.reader.unsigned(at + 1 + originAt(index), 4), this.reader.unsigned(slots + width * index, width)),
    };
  }

  private slots(tagAt: number, at: number, count: number, width: number): Children {
    this.reader.slice(at, count * width);
    return { count, end: at + count * width, at: index => this.child(tagAt, this.reader.unsigned(at + width * index, width)) };
  }

  /** Returns the offset of the value at a slot. A reference is followed. */
  private child(from: number, distance: number): number {
    const at = from - distance;
    if (distance === 0 || at < 0) {
      damaged("expected a slot that leads to an earlier value", from);
    }
    const tag = this.reader.byte(at);
    if (tag < 0xc9 || tag > 0xcb) {
      return at;
    }
    const back = this.reader.unsigned(at + 1, tag - 0xc9 + 2);
    const target = at - back;
    const targetTag = back > 0 && target >= 0 ? this.reader.byte(target) : 0xc9;
    return targetTag >= 0xc9 && targetTag <= 0xcb ? damaged("expected a reference that leads to an earlier value", at) : target;
  }
}

/** Returns the number of bytes of the origins for a number of children. */
function originsLength(count: number): number {
  return 4 * Math.ceil(count / 16);
}

/** Returns the offset of a child's origin in the origins. */
function originAt(index: number): number {
  return 4 * Math.floor(index / 16);
}

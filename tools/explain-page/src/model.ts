import { BlittableDictionary } from "../../blittable-js/src/dictionary.js";
import { BlittableDocument } from "../../blittable-js/src/document.js";
import { MappedValue, mapValue, mapValues, Part, PartKind } from "../../blittable-js/src/map.js";
import type { Value } from "../../blittable-js/src/value.js";
import { DocumentData, fromBase64 } from "./data.js";

/** The position of a value in the tree: the first container that refers to it, and its index there. */
export interface Place {
  readonly parent: number;
  readonly index: number;
}

/** A document, with the offsets of all values, the containers that refer to them, and the number of references. */
export class DocumentModel {
  readonly bytes: Uint8Array;
  readonly document: BlittableDocument;
  /** The offsets of the values, in ascending order. */
  readonly starts: number[] = [];
  /** The number of bytes by purpose. */
  readonly shares = new Map<PartKind, number>();
  readonly places = new Map<number, Place>();
  /** The number of slots and references that refer to a value, if there are several. */
  readonly uses = new Map<number, number>();
  /** The number of objects with a shape, by the joined names of the shape. */
  readonly shapes = new Map<string, { names: string[]; objects: number }>();

  constructor(readonly data: DocumentData) {
    this.bytes = fromBase64(data.bytes);
    const dictionary = data.dictionary === undefined ? undefined : BlittableDictionary.load(fromBase64(data.dictionary));
    this.document = BlittableDocument.open(this.bytes, dictionary);
    for (const value of mapValues(this.document)) {
      this.starts.push(value.start);
      value.parts.forEach(part => this.count(part));
    }
    this.document.trailer.parts.forEach(part => this.count({ kind: "trailer", label: part.name, start: part.start, end: part.end }));
    this.walk(this.document.root);
  }

  /** Returns the value that contains an offset, or undefined in the trailer. */
  valueAt(offset: number): MappedValue | undefined {
    if (offset >= this.document.trailer.start) {
      return undefined;
    }
    let low = 0, high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return mapValue(this.document, this.starts[low]);
  }

  /** Returns the purpose of a byte. */
  partAt(offset: number): Part {
    const trailer = this.document.trailer.parts.find(part => offset >= part.start && offset < part.end);
    return trailer !== undefined
      ? { kind: "trailer", label: `trailer: ${trailer.name}`, start: trailer.start, end: trailer.end }
      : this.valueAt(offset)?.parts.find(part => offset < part.end) ?? { kind: "trailer", label: "", start: offset, end: offset + 1 };
  }

  /** Returns the indexes on the path from the root to a value, or undefined if no container refers to it. */
  routeTo(offset: number): number[] | undefined {
    const route: number[] = [];
    for (let at = offset; at !== this.document.trailer.root; ) {
      const place = this.places.get(at);
      if (place === undefined) {
        return undefined;
      }
      route.push(place.index);
      at = place.parent;
    }
    return route.reverse();
  }

  private count(part: Part): void {
    this.shares.set(part.kind, (this.shares.get(part.kind) ?? 0) + part.end - part.start);
  }

  /** Visits each container once, regardless of the number of slots that refer to it. */
  private walk(root: Value): void {
    const open = [root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value.kind === "object") {
        this.countShape(value);
      }
      const places = value.places ?? value.count;
      for (let i = 0; i < places; i++) {
        const child = value.at(i);
        if (child.offset === value.offset) {
          break; // Elements of number arrays have no offset.
        }
        this.uses.set(child.offset, (this.uses.get(child.offset) ?? 0) + (places < value.count ? value.count : 1));
        if (!this.places.has(child.offset)) {
          this.places.set(child.offset, { parent: value.offset, index: i });
          open.push(child);
        }
      }
    }
  }

  private countShape(value: Value): void {
    const names = Array.from({ length: Math.min(value.count, 400) }, (_, i) => value.name(i));
    const key = JSON.stringify(names);
    const shape = this.shapes.get(key) ?? { names, objects: 0 };
    shape.objects++;
    this.shapes.set(key, shape);
  }
}

import { BlittableError } from "./errors.js";
import type { Value } from "./value.js";

const MAX_DEPTH = 2_000;

/** Renders values as JSON without white space. The number of characters and the depth are limited. */
export class JsonWriter {
  private readonly pieces: string[] = [];
  private length = 0;

  constructor(private readonly maxLength: number) {}

  write(value: Value): string {
    this.value(value, 0);
    return this.pieces.join("");
  }

  private value(value: Value, depth: number): void {
    if (depth > MAX_DEPTH) {
      throw new BlittableError("too-deep", `expected at most ${MAX_DEPTH} levels`, value.offset);
    }
    switch (value.kind) {
      case "object":
        this.push("{", value.offset);
        for (let i = 0; i < value.count; i++) {
          this.push(`${i > 0 ? "," : ""}${JSON.stringify(value.name(i))}:`, value.offset);
          this.value(value.at(i), depth + 1);
        }
        this.push("}", value.offset);
        break;
      case "array":
        this.push("[", value.offset);
        for (let i = 0; i < value.count; i++) {
          if (i > 0) {
            this.push(",", value.offset);
          }
          this.value(value.at(i), depth + 1);
        }
        this.push("]", value.offset);
        break;
      case "string":
      case "binary":
        this.push(JSON.stringify(value.text()), value.offset);
        break;
      case "extension":
        throw new BlittableError("damaged", "JSON has no text for a foreign extension", value.offset);
      default:
        this.push(value.text(), value.offset);
    }
  }

  private push(piece: string, offset: number): void {
    this.length += piece.length;
    if (this.length > this.maxLength) {
      throw new BlittableError("too-large", `the document expands to more than ${this.maxLength} characters`, offset);
    }
    this.pieces.push(piece);
  }
}

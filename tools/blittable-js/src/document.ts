import { ByteReader } from "./bytes.js";
import { ContainerReader } from "./containers.js";
import { BlittableDictionary } from "./dictionary.js";
import { BlittableError } from "./errors.js";
import { findPath } from "./path.js";
import { JsonWriter } from "./json.js";
import { readTrailer, Trailer } from "./trailer.js";
import { readValue, Value } from "./value.js";

/** A document that is read in place. Opening it reads only its trailer. */
export class BlittableDocument {
  readonly reader: ByteReader;
  readonly trailer: Trailer;
  readonly containers: ContainerReader;

  private constructor(readonly bytes: Uint8Array, readonly dictionary: BlittableDictionary | undefined) {
    this.reader = new ByteReader(bytes);
    this.trailer = readTrailer(this.reader, dictionary);
    this.containers = new ContainerReader(this.reader, this.trailer, dictionary?.shapes ?? []);
  }

  /**
   * Opens a document without a copy. Only its trailer is read.
   * @param bytes The bytes of the document, which must not change while it is in use.
   * @param dictionary The dictionary that the document was written with, if any.
   * @throws BlittableError The trailer is damaged, the format version is not supported, or the dictionary is missing or does not match.
   */
  static open(bytes: Uint8Array, dictionary?: BlittableDictionary): BlittableDocument {
    if (bytes.length < 2) {
      throw new BlittableError("damaged", "expected at least 2 bytes", 0);
    }
    return new BlittableDocument(bytes, dictionary);
  }

  /** The root value. */
  get root(): Value {
    return readValue(this, this.trailer.root);
  }

  /**
   * Finds a value by a path such as `$.orders[0].id`, with the steps `.name`, `['name']` and `[index]`. A negative index counts from the end.
   * @returns The value, or undefined if a name or an index does not exist.
   */
  get(path: string): Value | undefined {
    return findPath(this.root, path);
  }

  /**
   * Returns the document as JSON without white space, with its property order and the exact text of every number and date.
   * @param maxLength The maximum number of characters. A document that shares values can expand to much more text than it has bytes.
   * @throws BlittableError The document is damaged, or expands to more text.
   */
  toJSONText(maxLength = 256 * this.bytes.length + 65_536): string {
    return new JsonWriter(maxLength).write(this.root);
  }

  /** Returns the document as JavaScript values, like `JSON.parse` of its text. `JSON.stringify` calls this method. */
  toJSON(): unknown {
    return JSON.parse(this.toJSONText());
  }
}

import { ByteReader } from "./bytes.js";
import { ContainerReader } from "./containers.js";
import { BlittableDictionary } from "./dictionary.js";
import { BlittableError } from "./errors.js";
import { findPath } from "./path.js";
import { JsonWriter } from "./json.js";
import { readTrailer, Trailer } from "./trailer.js";
import { readValue, Value } from "./value.js";

/** A document, read in place: opening it looks at its trailer alone. */
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
   * Opens a document without copying or reading it whole.
   * @param bytes The document; it must not change while the document is in use.
   * @param dictionary The dictionary that it was written with, if any.
   * @throws BlittableError The trailer is damaged, the version is another one, or the dictionary is missing or does not match.
   */
  static open(bytes: Uint8Array, dictionary?: BlittableDictionary): BlittableDocument {
    if (bytes.length < 2) {
      throw new BlittableError("damaged", "expected at least 2 bytes", 0);
    }
    return new BlittableDocument(bytes, dictionary);
  }

  /** The outermost value. */
  get root(): Value {
    return readValue(this, this.trailer.root);
  }

  /**
   * Finds a value by a path such as `$.orders[0].id`: `.name`, `['name']` and `[index]`, a negative index from the end.
   * @returns The value; undefined where a name or an index is missing.
   */
  get(path: string): Value | undefined {
    return findPath(this.root, path);
  }

  /**
   * Renders the document as JSON without white space: names in their order, texts of numbers and dates as they were.
   * @param maxLength The characters that the text may have; a shared document can stand for much more text than it has bytes.
   * @throws BlittableError The document is damaged, or stands for more text.
   */
  toJSONText(maxLength = 256 * this.bytes.length + 65_536): string {
    return new JsonWriter(maxLength).write(this.root);
  }

  /** Returns the document as JavaScript values, as `JSON.parse` of its text would; `JSON.stringify` calls this. */
  toJSON(): unknown {
    return JSON.parse(this.toJSONText());
  }
}

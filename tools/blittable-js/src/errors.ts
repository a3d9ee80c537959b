/** The kind of an error. */
export type BlittableErrorCode = "damaged" | "unsupported-version" | "dictionary-missing" | "dictionary-mismatch" | "too-large" | "too-deep" | "path";

/** Reports bytes that are not a document, or a document that cannot be read, for example because its dictionary is missing. */
export class BlittableError extends Error {
  /**
   * @param code The kind of the error.
   * @param message The expected and the found data.
   * @param offset The position in bytes from the start of the document.
   */
  constructor(readonly code: BlittableErrorCode, message: string, readonly offset: number) {
    super(`${message} (at byte ${offset})`);
    this.name = "BlittableError";
  }
}

/** Throws the error for damaged bytes. */
export function damaged(message: string, offset: number): never {
  throw new BlittableError("damaged", message, offset);
}

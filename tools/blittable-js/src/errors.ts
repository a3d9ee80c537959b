/** What is wrong with the bytes. */
export type BlittableErrorCode = "damaged" | "unsupported-version" | "dictionary-missing" | "dictionary-mismatch" | "too-large" | "too-deep" | "path";

/** Thrown for bytes that are not a document, and for a document that cannot be read with what was given. */
export class BlittableError extends Error {
  /**
   * @param code What is wrong.
   * @param message What was expected and what was found.
   * @param offset Where, in bytes from the start of the document.
   */
  constructor(readonly code: BlittableErrorCode, message: string, readonly offset: number) {
    super(`${message} (at byte ${offset})`);
    this.name = "BlittableError";
  }
}

/** Throws the error of damaged bytes. */
export function damaged(message: string, offset: number): never {
  throw new BlittableError("damaged", message, offset);
}

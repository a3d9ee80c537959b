export { BlittableDictionary } from "./dictionary.js";
export type { BrotliDecompressor } from "./dictionary.js";
export { BlittableDocument } from "./document.js";
export { BlittableError } from "./errors.js";
export type { BlittableErrorCode } from "./errors.js";
export { documentsOf } from "./file.js";
export type { Value, ValueKind } from "./value.js";
export { mapValue, mapValues, tagName } from "./map.js";
export type { MappedValue, Part, PartKind } from "./map.js";

/** A document to show. */
export interface DocumentData {
  /** Memory mode, disk mode, or the file itself. */
  readonly label: string;
  /** The bytes, in base64: the whole document, or a sample of it. */
  readonly bytes: string;
  /** The bytes of the whole document. */
  readonly totalBytes: number;
  /** The saved dictionary without compression, in base64. */
  readonly dictionary?: string;
  /** A description of what the sample omits; absent if the bytes are complete. */
  readonly sample?: string;
}

/** A column over all stripes. Its minimum and maximum come from the zone maps. */
export interface ColumnData {
  readonly path: string;
  readonly type: string;
  readonly encoding: string;
  readonly bytes: number;
  readonly values: number;
  readonly min?: string;
  readonly max?: string;
}

/** A stripe: rows that were written together. */
export interface StripeData {
  readonly firstRow: number;
  readonly rows: number;
  readonly layout: string;
  readonly rowBytes: number;
  readonly columnBytes: number;
}

/** The use of bytes in the file. */
export interface SpaceData {
  readonly use: string;
  readonly path: string;
  readonly bytes: number;
  readonly blocks: number;
}

/** The part of a stripe that a query with a condition reads. */
export interface PruningData {
  readonly firstRow: number;
  readonly rows: number;
  readonly groups: number;
  readonly skipped: number;
  readonly passed: number;
}

/** A collection to show. */
export interface CollectionData {
  readonly rows: number;
  readonly bytes: number;
  readonly stripes: readonly StripeData[];
  readonly columns: readonly ColumnData[];
  /** The number of bytes in the file. */
  readonly space: readonly SpaceData[];
  /** A condition, and the parts that it skips; absent without a condition. */
  readonly where?: string;
  readonly pruning?: readonly PruningData[];
}

/** The data that the command writes into the page. */
export interface PageData {
  readonly file: string;
  /** The size of the JSON without white space, if known. */
  readonly jsonBytes?: number;
  readonly documents: readonly DocumentData[];
  readonly collection?: CollectionData;
  /** The error, if the file could not be read. */
  readonly fault?: string;
}

/** Reads the data that the command wrote into the page. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!) as PageData;
}

/** Decodes base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

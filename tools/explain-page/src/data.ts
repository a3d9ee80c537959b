/** A document as the page shows it. */
export interface DocumentData {
  /** Memory mode, disk mode, or the file as it is. */
  readonly label: string;
  /** The bytes, in base64: the whole document, or a sample of it. */
  readonly bytes: string;
  /** The bytes of the whole document. */
  readonly totalBytes: number;
  /** The saved dictionary without compression, in base64. */
  readonly dictionary?: string;
  /** What the sample leaves out, in words; absent if the bytes are whole. */
  readonly sample?: string;
}

/** One column, over all stripes; least and greatest value are those of its zone maps. */
export interface ColumnData {
  readonly path: string;
  readonly type: string;
  readonly encoding: string;
  readonly bytes: number;
  readonly values: number;
  readonly min?: string;
  readonly max?: string;
}

/** One stripe: rows that were written together. */
export interface StripeData {
  readonly firstRow: number;
  readonly rows: number;
  readonly layout: string;
  readonly rowBytes: number;
  readonly columnBytes: number;
}

/** What bytes of the file are used for. */
export interface SpaceData {
  readonly use: string;
  readonly path: string;
  readonly bytes: number;
  readonly blocks: number;
}

/** What a query with a condition reads of a stripe. */
export interface PruningData {
  readonly firstRow: number;
  readonly rows: number;
  readonly groups: number;
  readonly skipped: number;
  readonly passed: number;
}

/** A collection as the page shows it. */
export interface CollectionData {
  readonly rows: number;
  readonly bytes: number;
  readonly stripes: readonly StripeData[];
  readonly columns: readonly ColumnData[];
  /** All bytes of the file. */
  readonly space: readonly SpaceData[];
  /** A condition, and what it skips; absent without a condition. */
  readonly where?: string;
  readonly pruning?: readonly PruningData[];
}

/** What the command puts into the page. */
export interface PageData {
  readonly file: string;
  /** The bytes of the JSON without white space, where it is known. */
  readonly jsonBytes?: number;
  readonly documents: readonly DocumentData[];
  readonly collection?: CollectionData;
  /** What is wrong with the file, where it could not be read. */
  readonly fault?: string;
}

/** Reads what the command put into the page. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById("data")!.textContent!) as PageData;
}

/** Restores bytes from base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), character => character.charCodeAt(0));
}

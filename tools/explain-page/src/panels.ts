import type { CollectionData, PageData, PruningData } from "./data.js";
import { bytes, element, shorten, table } from "./html.js";
import type { DocumentModel } from "./model.js";

/** Draws bars of shares, the largest first. Each has its figure, so no information depends on colors alone. */
export function bars(rows: readonly { label: string; value: number; kind?: string }[]): HTMLElement {
  const most = Math.max(1, ...rows.map(row => row.value));
  const chart = element("div", { class: "bars" });
  for (const row of rows) {
    const bar = element("span", { class: `bar ${row.kind ?? ""}` });
    bar.style.width = `${(100 * row.value) / most}%`;
    chart.append(element("span", { class: "label", text: row.label }), element("span", { class: "track" }, bar), element("span", { class: "figure", text: bytes(row.value) }));
  }
  return chart;
}

/** Compares the sizes of the forms with the size of the JSON. */
export function sizes(data: PageData): HTMLElement | undefined {
  const rows = data.documents.map(form => ({ label: form.label, value: form.totalBytes }));
  if (data.jsonBytes !== undefined) {
    rows.unshift({ label: "minified JSON", value: data.jsonBytes });
  }
  return rows.length > 1 ? element("section", {}, element("h2", { text: "Size" }), bars(rows)) : undefined;
}

/** Shows the number of bytes by purpose. */
export function shares(model: DocumentModel): HTMLElement {
  const rows = [...model.shares].map(([kind, value]) => ({ label: kind, value, kind })).sort((one, other) => other.value - one.value);
  return element("section", {}, element("h2", { text: "Byte usage" }), bars(rows));
}

/** Lists the most frequent shapes. */
export function shapes(model: DocumentModel): HTMLElement {
  const rows = [...model.shapes.values()].sort((one, other) => other.objects - one.objects);
  const shown = rows.slice(0, 30).map(shape => [shape.objects.toLocaleString("en-US"), String(shape.names.length), shorten(shape.names.join(", "), 120)]);
  return element("section", {}, element("h2", { text: `Shapes (${rows.length.toLocaleString("en-US")})` }),
    rows.length === 0 ? element("p", { text: "This document has no objects." }) : table(["objects", "names", "property names"], shown));
}

/** Lists the shared values with the most references. */
export function sharing(model: DocumentModel): HTMLElement {
  const rows = [...model.uses].filter(([, uses]) => uses > 1).map(([offset, uses]) => {
    const value = model.valueAt(offset)!;
    return { offset, uses, saved: (uses - 1) * (value.end - value.start) };
  }).sort((one, other) => other.saved - one.saved);
  const section = element("section", {}, element("h2", { text: `Shared values (${rows.length.toLocaleString("en-US")})` }));
  if (rows.length === 0) {
    section.append(element("p", { text: "This document has no shared values." }));
    return section;
  }
  section.append(element("p", { text: `Sharing saves ${bytes(rows.reduce((sum, row) => sum + row.saved, 0))}, excluding children and the cost of references.` }));
  section.append(table(["uses", "saved", "at", "value"], rows.slice(0, 30).map(row => {
    const label = model.valueAt(row.offset)!.parts[0].label;
    return [row.uses.toLocaleString("en-US"), bytes(row.saved), row.offset.toString(16).toUpperCase(), shorten(label, 80)];
  })));
  return section;
}

/** Formats a size that the writer measured to choose a layout. It measures none if the layout was specified. */
function measured(size: number): string {
  return size === 0 ? "" : bytes(size);
}

/** Accounts for every byte of a collection's file. */
function space(data: CollectionData): HTMLElement {
  const uses = new Map<string, { bytes: number; blocks: number }>();
  for (const part of data.space) {
    const sum = uses.get(part.use) ?? { bytes: 0, blocks: 0 };
    uses.set(part.use, { bytes: sum.bytes + part.bytes, blocks: sum.blocks + part.blocks });
  }
  const rows = [...uses].sort((one, other) => other[1].bytes - one[1].bytes);
  const total = rows.reduce((sum, row) => sum + row[1].bytes, 0);
  return element("section", {}, element("h2", { text: `All ${bytes(total)} of the file` }),
    bars(rows.map(([use, sum]) => ({ label: use, value: sum.bytes, kind: "packed" }))),
    table(["use", "bytes", "share", "blocks"], rows.map(([use, sum]) =>
      [use, bytes(sum.bytes), `${((100 * sum.bytes) / Math.max(1, total)).toFixed(1)} %`, sum.blocks.toLocaleString("en-US")])));
}

/** Shows the parts that a query with a condition skips by bounds and membership filters. */
function pruning(where: string, stripes: readonly PruningData[]): HTMLElement {
  const sum = (of: (stripe: PruningData) => number): number => stripes.reduce((total, stripe) => total + of(stripe), 0);
  return element("section", {}, element("h2", { text: `Query with the condition ${shorten(where, 120)}` }),
    element("p", { text: `It skips ${sum(one => one.skipped).toLocaleString("en-US")} of ${sum(one => one.groups).toLocaleString("en-US")} chunk groups based on bounds and membership filters; `
      + `in ${sum(one => one.passed).toLocaleString("en-US")} of them, all rows match.` }),
    table(["stripe", "first row", "rows", "chunk groups", "skipped", "all rows match"], stripes.map((one, index) =>
      [index, one.firstRow, one.rows, one.groups, one.skipped, one.passed].map(number => number.toLocaleString("en-US")))));
}

/** Shows the stripes of a collection, and its columns with their encodings and zone maps. */
export function collection(data: CollectionData): HTMLElement {
  const section = element("section", {}, element("h2", { text: `${data.rows.toLocaleString("en-US")} rows in ${bytes(data.bytes)}` }));
  const isMeasured = data.stripes.some(stripe => stripe.rowBytes > 0);
  const stripes = data.stripes.map((stripe, index) =>
    [String(index), stripe.firstRow.toLocaleString("en-US"), stripe.rows.toLocaleString("en-US"), stripe.layout,
      ...isMeasured ? [measured(stripe.rowBytes), measured(stripe.columnBytes)] : []]);
  const largest = [...data.columns].sort((one, other) => other.bytes - one.bytes);
  const columns = largest.map(column =>
    [column.path, column.type, column.encoding, column.values.toLocaleString("en-US"), bytes(column.bytes), column.min ?? "", column.max ?? ""]);
  if (data.pruning !== undefined) {
    section.append(pruning(data.where ?? "", data.pruning));
  }
  section.append(
    space(data),
    element("h2", { text: "Stripes" }),
    table(["stripe", "first row", "rows", "layout", ...isMeasured ? ["as rows", "as columns"] : []], stripes),
    element("h2", { text: "Columns by size" }),
    bars(largest.slice(0, 30).map(column => ({ label: shorten(column.path, 40), value: column.bytes, kind: "packed" }))),
    table(["column", "type", "encoding", "values", "bytes", "min", "max"], columns.map(row => row.map(cell => shorten(cell, 60)))));
  return section;
}

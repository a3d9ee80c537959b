import type { Value } from "../../blittable-js/src/value.js";
import type { DocumentModel } from "./model.js";

/** A search result: the value that contains the text, or whose name contains it. */
export interface Hit {
  readonly offset: number;
  readonly path: string;
}

/** Finds values whose text or property name contains a text, ignoring case. Each stored value counts once. */
export function search(model: DocumentModel, text: string, most: number): Hit[] {
  const wanted = text.toLowerCase();
  const hits: Hit[] = [];
  const seen = new Set<number>();
  const open: { value: Value; path: string }[] = [{ value: model.document.root, path: "$" }];
  for (let entry = open.pop(); entry !== undefined && hits.length < most; entry = open.pop()) {
    const { value, path } = entry;
    if (value.kind === "string" || value.kind === "number") {
      if (value.text().toLowerCase().includes(wanted)) {
        hits.push({ offset: value.offset, path });
      }
      continue;
    }
    const children: { value: Value; path: string }[] = [];
    const places = value.places ?? value.count;
    for (let i = 0; i < places; i++) {
      const child = value.at(i);
      const name = value.kind === "object" ? value.name(i) : undefined;
      const childPath = name === undefined ? `${path}[${i}]` : /^[A-Za-z_$][\w$]*$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
      if (name?.toLowerCase().includes(wanted)) {
        hits.push({ offset: child.offset, path: childPath });
      }
      if (child.offset === value.offset || !seen.has(child.offset)) {
        seen.add(child.offset);
        children.push({ value: child, path: childPath });
      }
    }
    open.push(...children.reverse());
  }
  return hits.slice(0, most);
}

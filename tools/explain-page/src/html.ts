/** Creates an element. Text is never set as markup, because names and strings come from the data. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: { class?: string; text?: string; title?: string } = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  if (properties.class !== undefined) {
    created.className = properties.class;
  }
  if (properties.text !== undefined) {
    created.textContent = properties.text;
  }
  if (properties.title !== undefined) {
    created.title = properties.title;
  }
  created.append(...children);
  return created;
}

/** Formats a number of bytes with separators. */
export function bytes(count: number): string {
  return `${count.toLocaleString("en-US")} B`;
}

/** Shortens text for a line, and shows control characters as symbols. */
export function shorten(text: string, length = 80): string {
  const shown = text.length > length ? `${text.slice(0, length)}…` : text;
  return shown.replace(/[\u0000-\u001f]/g, character => String.fromCharCode(0x2400 + character.charCodeAt(0))).replace(/[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "�");
}

/** Creates a table of rows, with numbers aligned to the right. */
export function table(heads: readonly string[], rows: readonly (readonly (string | Node)[])[]): HTMLTableElement {
  const body = element("tbody");
  for (const row of rows) {
    body.append(element("tr", {}, ...row.map(cell => element("td", { class: typeof cell === "string" && /^[\d,.%× B-]+$/.test(cell) ? "number" : "" }, cell))));
  }
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads.map(head => element("th", { text: head })))), body);
}

import { BlittableError } from "../../blittable-js/src/errors.js";
import { DocumentData, fromBase64, PageData, readPageData } from "./data.js";
import { HexView } from "./hexView.js";
import { bytes, element, shorten } from "./html.js";
import { DocumentModel } from "./model.js";
import { collection, shapes, shares, sharing, sizes } from "./panels.js";
import { search } from "./search.js";
import { TreeView } from "./treeView.js";

const MOST_HITS = 100;
const MOST_RAW_BYTES = 4096;

function show(data: PageData): void {
  document.title = `${data.file} — Blittable`;
  document.getElementById("title")!.textContent = data.file;
  const summary = data.documents.map(form => `${form.label}: ${bytes(form.totalBytes)}`);
  document.getElementById("summary")!.textContent = [...(data.jsonBytes === undefined ? [] : [`JSON: ${bytes(data.jsonBytes)}`]), ...summary].join(" · ");
  const main = document.getElementById("main")!;
  if (data.fault !== undefined) {
    main.append(element("p", { class: "fault", text: data.fault }));
  }
  if (data.collection !== undefined) {
    main.append(collection(data.collection));
  }
  const compared = sizes(data);
  if (compared !== undefined) {
    main.append(compared);
  }
  if (data.documents.length > 0) {
    const view = element("div", { class: "document" });
    main.append(view);
    showForms(data.documents, view);
  }
}

/** Creates a tab for each form, and shows the first tab. */
function showForms(forms: readonly DocumentData[], view: HTMLElement): void {
  const tabs = document.getElementById("forms")!;
  const buttons = forms.map(form => {
    const button = element("button", { text: form.label });
    button.setAttribute("role", "tab");
    button.addEventListener("click", () => {
      buttons.forEach(other => other.setAttribute("aria-selected", String(other === button)));
      view.replaceChildren(showDocument(form));
    });
    return button;
  });
  tabs.append(...buttons);
  buttons[0].click();
}

/** Shows a document. For a damaged document, shows the error and the affected bytes. */
function showDocument(data: DocumentData): HTMLElement {
  const root = element("div");
  if (data.sample !== undefined) {
    root.append(element("p", { class: "note", text: data.sample }));
  }
  let model: DocumentModel;
  try {
    model = new DocumentModel(data);
  } catch (error) {
    const message = error instanceof BlittableError ? error.message : String(error);
    root.append(element("p", { class: "fault", text: `The document cannot be read: ${message}` }), rawBytes(data));
    return root;
  }

  const hex = new HexView(model);
  const tree = new TreeView(model);
  const status = element("p", { class: "status", text: "Select a byte or a value, or press / to search." });
  status.setAttribute("aria-live", "polite");
  const choose = (offset: number, range?: { start: number; end: number }) => {
    const value = model.valueAt(offset);
    const part = model.partAt(offset);
    const { start, end } = range ?? value ?? part;
    hex.select(start, end);
    const uses = value === undefined ? 1 : model.uses.get(value.start) ?? 1;
    status.textContent = `${start.toString(16).toUpperCase()}–${(end - 1).toString(16).toUpperCase()}, ${end - start} bytes: ${part.label}${uses > 1 ? `, referenced ${uses} times` : ""}`;
  };
  tree.onChoose = offset => choose(offset);
  hex.onChoose = offset => {
    const part = model.partAt(offset);
    choose(offset, part.kind === "trailer" ? part : undefined);
    const value = model.valueAt(offset);
    if (value !== undefined) {
      tree.reveal(value.start);
    }
  };
  hex.onPoint = offset => { status.textContent = `${offset.toString(16).toUpperCase()}: ${model.partAt(offset).label}`; };

  root.append(searchBox(model, hit => { choose(hit); tree.reveal(hit); }), status,
    element("div", { class: "panes" }, hex.root, tree.root),
    element("div", { class: "panels" }, shares(model), shapes(model), sharing(model)));
  return root;
}

/** Shows the first bytes of a document that cannot be read, in rows of 16. */
function rawBytes(data: DocumentData): HTMLElement {
  const shown = fromBase64(data.bytes).subarray(0, MOST_RAW_BYTES);
  const lines: string[] = [];
  for (let at = 0; at < shown.length; at += 16) {
    const row = Array.from(shown.subarray(at, at + 16), byte => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
    lines.push(`${at.toString(16).toUpperCase().padStart(6, "0")}  ${row}`);
  }
  return element("pre", { class: "raw", text: lines.join("\n") });
}

function searchBox(model: DocumentModel, onHit: (offset: number) => void): HTMLElement {
  const input = element("input");
  input.type = "search";
  input.placeholder = "Search names and values";
  input.setAttribute("aria-label", "Search names and values");
  const results = element("ol", { class: "hits" });
  input.addEventListener("input", () => {
    const hits = input.value.length === 0 ? [] : search(model, input.value, MOST_HITS);
    results.replaceChildren(...hits.map(hit => {
      const button = element("button", { text: shorten(hit.path, 100) });
      button.addEventListener("click", () => onHit(hit.offset));
      return element("li", {}, button);
    }));
    if (input.value.length > 0 && hits.length === 0) {
      results.append(element("li", { text: "No results." }));
    }
  });
  input.addEventListener("keydown", event => {
    if (event.key === "Enter") {
      results.querySelector("button")?.click();
    } else if (event.key === "Escape") {
      input.value = "";
      results.replaceChildren();
    }
  });
  return element("search", { class: "search" }, input, results);
}

document.addEventListener("keydown", event => {
  if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  }
});

try {
  show(readPageData());
} catch (error) {
  document.getElementById("main")!.append(element("p", { class: "fault", text: `The data of the page cannot be read: ${String(error)}` }));
}

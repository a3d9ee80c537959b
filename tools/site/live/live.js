// Converts the visitor's JSON with the library, compiled to WebAssembly, and shows the page of `blittable explain` for the documents.
import { dotnet } from "./_framework/dotnet.js";

const LARGEST_TEXT = 4 << 20;
const LARGEST_SHOWN = 64 << 10;
const DELAY = 300;
const ORDERS = `[
  {"id": 1001, "customer": "Ada Lovelace", "placed": "2026-11-28T10:00:00Z", "status": "shipped",
   "lines": [{"sku": "A-100", "price": 2.50, "count": 2}, {"sku": "B-200", "price": 99, "count": 1}]},
  {"id": 1002, "customer": "Ada Lovelace", "placed": "2026-11-28T10:05:30Z", "status": "shipped",
   "lines": [{"sku": "A-100", "price": 2.50, "count": 12}]},
  {"id": 1003, "customer": "Grace Hopper", "placed": "2026-11-29T08:12:00Z", "status": "open", "lines": []}
]`;
const examples = {
  "Three orders": async () => ORDERS,
  "A company profile": async () => (await load("companies-sample.ndjson")).split("\n")[0],
  "Releases of 17 browsers (0.3 MB)": () => load("browsers.json"),
};

const [example, file, editor, status, frame] = ["example", "file", "json", "status", "page"].map(name => document.getElementById(`live-${name}`));
const load = async name => (await fetch(new URL(name, import.meta.url))).text();
const base64 = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));

let converter;
let template;
let timer;

function show(name, text) {
  try {
    if (text.length > LARGEST_TEXT) {
      throw new Error(`The text has ${text.length.toLocaleString("en-US")} characters. This page converts at most ${LARGEST_TEXT.toLocaleString("en-US")}.`);
    }
    const documents = ["memory", "disk"].map(mode => {
      const bytes = converter.Convert(text, mode === "disk");
      return { label: `${mode} mode`, bytes: base64(bytes), totalBytes: bytes.length };
    });
    const data = { file: name, jsonBytes: converter.CountMinified(text), documents };
    frame.srcdoc = template.replace("/*DATA*/", () => JSON.stringify(data).replaceAll("<", "\\u003c"));
    status.textContent = "";
  } catch (error) {
    status.textContent = error.message;
  }
}

/** Shows a text, also in the editor unless it is too long. */
function open(name, text) {
  editor.value = text.length > LARGEST_SHOWN ? "" : text;
  editor.placeholder = text.length > LARGEST_SHOWN ? `${name} is too long to be edited here.` : "";
  show(name, text);
}

frame.addEventListener("load", () => {
  const body = frame.contentDocument.body;
  new ResizeObserver(() => { frame.style.height = `${body.offsetHeight}px`; }).observe(body);
});
editor.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => show("Your JSON", editor.value), DELAY);
});
example.append(...Object.keys(examples).map(name => new Option(name)));
example.addEventListener("change", async () => open(example.value, await examples[example.value]()));
file.addEventListener("change", async () => {
  if (file.files.length > 0) {
    open(file.files[0].name, await file.files[0].text());
  }
});

try {
  const { getAssemblyExports } = await dotnet.create();
  converter = (await getAssemblyExports("Converter.dll")).Program;
  template = await load("page.html");
  open(example.value, await examples[example.value]());
} catch (error) {
  status.textContent = `The converter could not be loaded: ${error.message}`;
}

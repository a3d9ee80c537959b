// The worked examples of docs/FORMAT.md. Each has a mode, a JSON text, and the bytes of the document with a comment after each row.
import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../../../docs/FORMAT.md", import.meta.url), "utf8");

/** Bytes at the start of each line, two hexadecimal digits each, up to the comment. */
function bytesOf(lines) {
  return Uint8Array.from(lines.flatMap(line => (/^(?:[0-9A-F]{2}(?: |$))+/.exec(line) ?? [""])[0].trim().split(" ").filter(Boolean)).map(byte => parseInt(byte, 16)));
}

const blocks = [...text.matchAll(/```(example \w+|dictionary)\n([^]*?)```/g)];

export const dictionary = bytesOf(blocks.find(block => block[1] === "dictionary")[2].split("\n"));

export const examples = blocks.filter(block => block[1] !== "dictionary").map(([, head, body]) => {
  const [first, ...rows] = body.split("\n");
  return { mode: head.slice("example ".length), json: first.slice("json ".length), bytes: bytesOf(rows) };
});

import { BlittableError } from "./errors.js";
import type { Value } from "./value.js";

const STEP = /\.([A-Za-z_$][\w$-]*)|\[(-?\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses a path into names and indexes. */
export function parsePath(path: string): (string | number)[] {
  const steps: (string | number)[] = [];
  let at = path.startsWith("$") ? 1 : 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const text = at === 0 && path[0] !== "[" ? `.${path}` : path;
    const match = STEP.exec(text);
    if (match === null) {
      throw new BlittableError("path", `expected .name, ['name'] or [index], found '${path.slice(at)}'`, at);
    }
    steps.push(match[2] !== undefined ? Number(match[2]) : match[1] ?? (match[3] ?? match[4]).replace(/\\(.)/g, "$1"));
    at = STEP.lastIndex - (text.length - path.length);
  }
  return steps;
}

/** Returns the value at a path, relative to a value. */
export function findPath(value: Value, path: string): Value | undefined {
  let found: Value | undefined = value;
  for (const step of parsePath(path)) {
    found = typeof step === "number" ? element(found, step) : property(found, step);
    if (found === undefined) {
      return undefined;
    }
  }
  return found;
}

function element(value: Value, index: number): Value | undefined {
  const place = index < 0 ? value.count + index : index;
  return value.kind === "array" && place >= 0 && place < value.count ? value.at(place) : undefined;
}

/** Finds the last property with a name, like JSON parsers. */
function property(value: Value, name: string): Value | undefined {
  if (value.kind === "object") {
    for (let i = value.count - 1; i >= 0; i--) {
      if (value.name(i) === name) {
        return value.at(i);
      }
    }
  }
  return undefined;
}

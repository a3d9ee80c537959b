import { tagName } from "../../blittable-js/src/map.js";
import type { Value } from "../../blittable-js/src/value.js";
import { element, shorten } from "./html.js";
import type { DocumentModel } from "./model.js";

const CHILDREN_AT_ONCE = 200;

/** Shows the values as a tree. Branches are created when they are opened. */
export class TreeView {
  readonly root = element("section", { class: "tree" });
  /** Called with the selected value. */
  onChoose: (offset: number) => void = () => {};

  private readonly list = element("ul", { class: "branches" });
  private readonly top: Branch;
  private chosen: Branch | undefined;

  constructor(private readonly model: DocumentModel) {
    this.list.setAttribute("role", "tree");
    this.top = new Branch("", model.document.root, this);
    this.list.append(this.top.item);
    this.root.append(element("h2", { text: "Values" }), this.list);
    this.list.addEventListener("keydown", event => this.move(event));
    this.top.open();
    this.top.line.tabIndex = 0;
  }

  /** Opens the branches above a value and marks it. */
  reveal(offset: number): void {
    const route = this.model.routeTo(offset);
    if (route === undefined) {
      return;
    }
    let branch = this.top;
    for (const index of route) {
      const next = branch.child(index);
      if (next === undefined) {
        break;
      }
      branch = next;
    }
    this.mark(branch);
    branch.line.scrollIntoView({ block: "nearest" });
  }

  /** Marks a branch and reports its value. */
  choose(branch: Branch): void {
    this.mark(branch);
    branch.line.focus();
    this.onChoose(branch.value.offset);
  }

  /** Describes the number of references to a value. */
  usesOf(value: Value): number {
    return this.model.uses.get(value.offset) ?? 1;
  }

  /** Returns the name of the tag of a value. */
  tagOf(value: Value): string {
    return tagName(this.model.bytes[value.offset]);
  }

  private mark(branch: Branch): void {
    this.chosen?.line.classList.remove("selected");
    this.chosen?.line.setAttribute("aria-selected", "false");
    this.chosen = branch;
    branch.line.classList.add("selected");
    branch.line.setAttribute("aria-selected", "true");
  }

  private move(event: KeyboardEvent): void {
    const lines = [...this.list.querySelectorAll<HTMLElement>(".line")].filter(line => line.offsetParent !== null);
    const index = lines.indexOf(document.activeElement as HTMLElement);
    const branch = this.chosen ?? this.top;
    switch (event.key) {
      case "ArrowDown": lines[Math.min(lines.length - 1, index + 1)]?.click(); break;
      case "ArrowUp": lines[Math.max(0, index - 1)]?.click(); break;
      case "ArrowRight": branch.open(); break;
      case "ArrowLeft": branch.close(); break;
      default: return;
    }
    event.preventDefault();
  }
}

/** A value and, after it was opened, its children. */
class Branch {
  readonly item = element("li");
  readonly line: HTMLElement;
  private readonly children: Branch[] = [];
  private list: HTMLElement | undefined;
  private more: HTMLElement | undefined;

  constructor(name: string, readonly value: Value, private readonly tree: TreeView) {
    const uses = tree.usesOf(value);
    this.line = element("div", { class: `line ${value.kind}`, title: tree.tagOf(value) },
      element("span", { class: "twist", text: value.count > 0 ? "▸" : " " }),
      element("span", { class: "name", text: name === "" ? "$" : shorten(name, 60) }),
      element("span", { class: "text", text: describe(value) }));
    if (uses > 1) {
      this.line.append(element("span", { class: "uses", text: `×${uses}`, title: `This value is stored once and referenced ${uses} times` }));
    }
    this.line.setAttribute("role", "treeitem");
    this.line.tabIndex = -1;
    this.line.addEventListener("click", event => {
      if ((event.target as HTMLElement).classList.contains("twist")) {
        this.list?.hidden === false ? this.close() : this.open();
      }
      tree.choose(this);
    });
    this.line.addEventListener("dblclick", () => this.open());
    this.item.append(this.line);
  }

  open(): void {
    if (this.value.count === 0) {
      return;
    }
    if (this.list === undefined) {
      this.list = element("ul");
      this.list.setAttribute("role", "group");
      this.item.append(this.list);
      this.grow(CHILDREN_AT_ONCE);
    }
    this.list.hidden = false;
    this.line.setAttribute("aria-expanded", "true");
    this.line.querySelector(".twist")!.textContent = "▾";
  }

  close(): void {
    if (this.list !== undefined) {
      this.list.hidden = true;
      this.line.setAttribute("aria-expanded", "false");
      this.line.querySelector(".twist")!.textContent = "▸";
    }
  }

  /** Returns a child, and opens this branch as far as necessary. */
  child(index: number): Branch | undefined {
    this.open();
    if (index >= this.children.length) {
      this.grow(index - this.children.length + CHILDREN_AT_ONCE);
    }
    return this.children[index];
  }

  private grow(count: number): void {
    this.more?.remove();
    const end = Math.min(this.value.count, this.children.length + count);
    for (let i = this.children.length; i < end; i++) {
      const branch = new Branch(this.value.kind === "object" ? this.value.name(i) : `[${i}]`, this.value.at(i), this.tree);
      this.children.push(branch);
      this.list!.append(branch.item);
    }
    if (end < this.value.count) {
      this.more = element("li", {}, element("button", { text: `${(this.value.count - end).toLocaleString("en-US")} more` }));
      this.more.addEventListener("click", () => this.grow(CHILDREN_AT_ONCE));
      this.list!.append(this.more);
    }
  }
}

function describe(value: Value): string {
  switch (value.kind) {
    case "object": return value.count === 1 ? "{1 property}" : `{${value.count.toLocaleString("en-US")} properties}`;
    case "array": return value.count === 1 ? "[1 element]" : `[${value.count.toLocaleString("en-US")} elements]`;
    case "string": return `"${shorten(value.text(), 120)}"${value.isDate ? " (date)" : ""}`;
    default: return shorten(value.text(), 120);
  }
}

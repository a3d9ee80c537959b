import { element } from "./html.js";
import type { DocumentModel } from "./model.js";

const ROW_BYTES = 16;
const ROW_HEIGHT = 20;

/** Shows the bytes in rows of 16, colored by purpose. Only visible rows have elements. */
export class HexView {
  readonly root = element("section", { class: "hex" });
  /** Called with the offset of the byte under the pointer or with the keyboard focus. */
  onPoint: (offset: number) => void = () => {};
  /** Called with the offset of a selected byte. */
  onChoose: (offset: number) => void = () => {};

  private readonly scroller = element("div", { class: "rows" });
  private readonly rows = element("div", { class: "sheet" });
  private readonly rowCount: number;
  private selected: { start: number; end: number } = { start: -1, end: -1 };

  constructor(private readonly model: DocumentModel) {
    this.rowCount = Math.ceil(model.bytes.length / ROW_BYTES);
    this.rows.style.height = `${this.rowCount * ROW_HEIGHT}px`;
    this.scroller.append(this.rows);
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("aria-label", "Bytes of the document. Use the arrow keys to move.");
    this.root.append(element("h2", { text: "Bytes" }), this.scroller);
    this.scroller.addEventListener("scroll", () => this.draw());
    this.scroller.addEventListener("pointermove", event => this.withOffset(event, offset => this.onPoint(offset)));
    this.scroller.addEventListener("click", event => this.withOffset(event, offset => this.onChoose(offset)));
    this.scroller.addEventListener("keydown", event => this.move(event));
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  /** Marks a range of bytes and scrolls to it. */
  select(start: number, end: number): void {
    this.selected = { start, end };
    const top = Math.floor(start / ROW_BYTES) * ROW_HEIGHT;
    if (top < this.scroller.scrollTop || top > this.scroller.scrollTop + this.scroller.clientHeight - 2 * ROW_HEIGHT) {
      this.scroller.scrollTop = Math.max(0, top - this.scroller.clientHeight / 3);
    }
    this.draw();
  }

  private withOffset(event: Event, action: (offset: number) => void): void {
    const offset = (event.target as HTMLElement).dataset.at;
    if (offset !== undefined) {
      action(Number(offset));
    }
  }

  private move(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ROW_BYTES, ArrowDown: ROW_BYTES, PageUp: -16 * ROW_BYTES, PageDown: 16 * ROW_BYTES }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this.onChoose(Math.min(this.model.bytes.length - 1, Math.max(0, this.selected.start + step)));
    }
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / ROW_HEIGHT) - 4);
    const last = Math.min(this.rowCount, first + Math.ceil(this.scroller.clientHeight / ROW_HEIGHT) + 8);
    const drawn: Node[] = [];
    for (let row = first; row < last; row++) {
      drawn.push(this.row(row));
    }
    this.rows.replaceChildren(...drawn);
  }

  private row(row: number): HTMLElement {
    const start = row * ROW_BYTES;
    const cells = element("span", { class: "cells" });
    const characters = element("span", { class: "characters" });
    let part = this.model.partAt(start);
    for (let at = start; at < Math.min(start + ROW_BYTES, this.model.bytes.length); at++) {
      part = at < part.end ? part : this.model.partAt(at);
      const byte = this.model.bytes[at];
      const mark = at >= this.selected.start && at < this.selected.end ? " selected" : "";
      const cell = element("b", { class: part.kind + mark, text: byte.toString(16).toUpperCase().padStart(2, "0"), title: part.label });
      cell.dataset.at = String(at);
      cells.append(cell);
      const character = element("b", { class: part.kind + mark, text: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·" });
      character.dataset.at = String(at);
      characters.append(character);
    }
    const line = element("div", { class: "row" }, element("span", { class: "offset", text: start.toString(16).toUpperCase().padStart(6, "0") }), cells, characters);
    line.style.top = `${row * ROW_HEIGHT}px`;
    return line;
  }
}

// Opens the page in headless Chromium as a local file. Set CHROMIUM to the path of the browser, and SCREENSHOTS to a folder for screenshots.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { dictionary, examples } from "../../blittable-js/test/examples.mjs";

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(path => path && existsSync(path));
const folder = mkdtempSync(join(tmpdir(), "explain-"));
const template = readFileSync(new URL("../../../src/Blittable.Cli/Explain/page.html", import.meta.url), "utf8");
const base64 = bytes => Buffer.from(bytes).toString("base64");
const form = (label, bytes, more = {}) => ({ label, bytes: base64(bytes), totalBytes: bytes.length, ...more });
const example = (mode, json) => examples.find(one => one.mode === mode && (json === undefined || one.json === json)).bytes;

const pages = {
  memory: { file: "memory.json", jsonBytes: 17, documents: [form("memory mode", example("memory", '[{"k":1},{"k":2}]'))] },
  disk: { file: "disk.json", documents: [form("disk mode", example("disk", '["the orders of customer 1001","the orders of customer 1002"]'))] },
  shared: { file: "shared.blit", documents: [form("the document", example("shared"), { dictionary: base64(dictionary) })] },
  damaged: { file: "damaged.blit", fault: "Expected a value.", documents: [form("the file", example("memory", '[1,"x"]').map((byte, i) => (i === 3 ? 0xff : byte)))] },
  hostile: { file: "<img src=x onerror=alert(1)>", documents: [form("</script><script>alert(1)</script>", example("memory", "-1"))] },
  collection: {
    file: "events.blic", documents: [],
    collection: {
      rows: 3, bytes: 300, stripes: [{ firstRow: 0, rows: 3, layout: "Columns", rowBytes: 0, columnBytes: 240 }],
      columns: [{ path: "$.id", type: "Int64", encoding: "Delta", values: 3, bytes: 12, min: "1", max: "3" }],
      space: [{ use: "superblocks", path: "", bytes: 288, blocks: 2 }, { use: "columns", path: "$.id", bytes: 12, blocks: 1 }],
      where: "$.id > 7", pruning: [{ firstRow: 0, rows: 3, groups: 1, skipped: 1, passed: 0 }],
    },
  },
};

const regressions = new URL("../../../tests/Blittable.Fuzz/Regressions/documents/", import.meta.url);
for (const file of readdirSync(regressions)) {
  const bytes = Buffer.from(readFileSync(new URL(file, regressions), "utf8").replaceAll(/#.*$/gm, "").replaceAll(/\s/g, ""), "hex");
  pages[`fuzz-${file}`] = { file, documents: [form("the file", bytes)] };
}

let browser;
before(async () => {
  assert.ok(executablePath, "Chromium is needed: apt-get install chromium");
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** Opens a page of the table above without network access, and fails if the page reports an error. */
async function open(name, options = {}) {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, template.replace("/*DATA*/", () => JSON.stringify(pages[name]).replaceAll("<", "\\u003c")));
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 }, offline: true, ...options });
  const faults = [];
  page.on("pageerror", error => faults.push(error.message));
  page.on("dialog", dialog => { faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(`file://${path}`);
  await page.waitForSelector("main > *");
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}${options.colorScheme ?? ""}.png`) });
  }
  return { page, faults };
}

for (const name of ["memory", "disk", "shared"]) {
  test(`a document (${name}) shows its bytes and its values`, async () => {
    const { page, faults } = await open(name);
    assert.ok(await page.locator(".cells b").count() > 0);
    assert.ok(await page.locator("[role=treeitem]").count() > 1);
    assert.deepEqual(faults, []);
  });
}

test("documents that a fuzzer found are shown or refused, without an error of the page", { timeout: 120_000 }, async () => {
  for (const name of Object.keys(pages).filter(name => name.startsWith("fuzz-"))) {
    const { page, faults } = await open(name);
    assert.deepEqual(faults, [], name);
    await page.close();
  }
});

test("choosing a value marks its bytes, and choosing a byte marks its value", async () => {
  const { page, faults } = await open("memory");
  await page.locator("[role=treeitem]").nth(1).click();
  assert.equal(await page.locator(".cells b.selected").count(), 6);
  await page.locator(".cells b").first().click();
  assert.match(await page.locator(".status").textContent(), /integer 1/);
  assert.deepEqual(faults, []);
});

test("a search by keyboard leads to the value", async () => {
  const { page, faults } = await open("disk");
  await page.keyboard.press("/");
  await page.keyboard.type("1002");
  assert.equal(await page.locator(".hits button").count(), 1);
  await page.keyboard.press("Enter");
  assert.match(await page.locator(".line.selected").textContent(), /1002/);
  assert.deepEqual(faults, []);
});

test("arrow keys walk through the values", async () => {
  const { page, faults } = await open("disk");
  await page.locator("[role=treeitem]").first().click();
  await page.keyboard.press("ArrowDown");
  assert.match(await page.locator(".line.selected").textContent(), /1001/);
  assert.deepEqual(faults, []);
});

test("a damaged document is said to be damaged, and its bytes are shown", async () => {
  const { page, faults } = await open("damaged");
  assert.match(await page.locator(".fault").first().textContent(), /Expected a value/);
  assert.match(await page.locator(".document .fault").textContent(), /at byte 3/);
  assert.ok(await page.locator(".raw").count() > 0);
  assert.deepEqual(faults, []);
});

test("markup in names is shown as text", async () => {
  const { page, faults } = await open("hostile");
  assert.equal(await page.locator("h1").textContent(), pages.hostile.file);
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(faults, []);
});

test("a collection shows stripes, columns, encodings and zone maps", async () => {
  const { page, faults } = await open("collection");
  assert.match(await page.locator("main").textContent(), /Delta/);
  assert.match(await page.locator("main").textContent(), /All 300 B of the file/);
  assert.match(await page.locator("main").textContent(), /\$\.id > 7.*skips 1 of 1 chunk groups/);
  assert.deepEqual(faults, []);
});

test("a dark screen gets a dark page", async () => {
  const { page } = await open("disk", { colorScheme: "dark" });
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.ok(background.match(/\d+/g).slice(0, 3).every(part => Number(part) < 64), background);
});

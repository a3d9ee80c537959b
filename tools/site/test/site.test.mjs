// Opens the built site in headless Chromium, served from a folder of a host. SITE is the folder of the site. Set CHROMIUM to the path of the browser if needed, and
// SCREENSHOTS to a folder for screenshots.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const site = process.env.SITE;
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(path => path && existsSync(path));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png", ".wasm": "application/wasm" };
const screens = {
  light: { colorScheme: "light", viewport: { width: 1400, height: 900 } },
  dark: { colorScheme: "dark", viewport: { width: 1400, height: 900 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const shown = {
  landing: "index.html", guide: "docs/GUIDE.html", performance: "docs/PERFORMANCE.html", type: "docs/api/Blittable.BlittableValue.html",
  samples: "samples/index.html", live: "live/index.html",
};
const files = readdirSync(site, { recursive: true }).filter(file => file.endsWith(".html") && !/(toc|live\/page)\.html$/.test(file));

let server;
let browser;
let base;
before(async () => {
  server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://host").pathname).replace(/^\/folder\//, "/");
    const file = join(site, path.endsWith("/") ? `${path}index.html` : path);
    const isFound = request.url.startsWith("/folder/") && existsSync(file) && statSync(file).isFile();
    response.writeHead(isFound ? 200 : 404, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    response.end(isFound ? readFileSync(file) : "");
  });
  await new Promise(resolve => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}/folder/`;
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Creates a page that collects its errors, failed requests, and requests to other hosts. */
async function watch(screen = screens.light) {
  const page = await browser.newPage(screen);
  const faults = [];
  const note = fault => faults.push(`${page.url()}: ${fault}`);
  page.on("pageerror", error => note(error.message));
  page.on("console", message => message.type() === "error" && note(message.text()));
  page.on("response", response => response.status() >= 400 && note(`${response.url()} is missing`));
  page.on("request", request => /^(https?|wss?):/.test(request.url()) && !request.url().startsWith(base) && note(`request to ${request.url()}`));
  return { page, faults };
}

async function open(path, screen) {
  const { page, faults } = await watch(screen);
  await page.goto(base + path, { waitUntil: "networkidle" });
  return { page, faults };
}

const isDark = color => color.match(/[\d.]+/g).slice(0, 3).every(part => Number(part) < 64);
const background = page => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const bytesShown = page => page.frameLocator("#live-page").locator(".cells b");

for (const [screen, options] of Object.entries(screens)) {
  test(`pages on a ${screen} screen have no errors, and nothing is cut off`, { timeout: 600_000 }, async () => {
    for (const [name, path] of Object.entries(shown)) {
      const { page, faults } = await open(path, options);
      if (name === "live") {
        await bytesShown(page).first().waitFor();
      }
      if (process.env.SCREENSHOTS) {
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}-${screen}.png`) });
      }
      assert.deepEqual(faults, []);
      assert.equal(isDark(await background(page)), screen === "dark", path);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= options.viewport.width, `${path} is wider than the screen`);
      assert.ok((await page.locator("#logo").boundingBox()).height <= 40, `${path} has a logo that is higher than its line`);
      await page.close();
    }
  });
}

test("a visitor switches to the dark theme, and it stays", async () => {
  const { page } = await open("index.html");
  await page.getByTitle("Change theme").click();
  await page.locator(".dropdown-item", { hasText: "Dark" }).click();
  assert.ok(isDark(await background(page)));
  await page.goto(`${base}docs/GUIDE.html`, { waitUntil: "networkidle" });
  assert.ok(isDark(await background(page)));
});

for (const [query, address] of [["BlittableValue", "docs/api/Blittable.BlittableValue.html"], ["CollectionReader", "docs/api/Blittable.Collections.CollectionReader.html"], ["zone map", "docs/COLLECTIONS.html"]]) {
  test(`a search finds ${query}`, async () => {
    const { page, faults } = await open("docs/GUIDE.html");
    await page.locator("#search-query:enabled").fill(query);
    await page.locator("#search-results .sr-item").first().waitFor();
    const found = await page.locator("#search-results .item-title a").evaluateAll(links => links.slice(0, 10).map(link => link.href.split(/[?#]/)[0]));
    assert.ok(found.includes(base + address), `${address} is not among ${found}`);
    assert.deepEqual(faults, []);
  });
}

test("the live page converts what a visitor types, and names what is not JSON", async () => {
  const { page, faults } = await open("live/index.html");
  await bytesShown(page).first().waitFor();
  await page.locator("#live-json").fill('{"typed by a visitor": [1, 2.50]}');
  const tree = page.frameLocator("#live-page").locator(".tree");
  await tree.getByText("typed by a visitor").waitFor();
  await page.locator("#live-json").fill('{"a":1,}');
  await page.locator("#live-status", { hasText: "byte 7" }).waitFor();
  assert.deepEqual(faults, []);
});

test("the live page follows the theme, and opens examples and files", async () => {
  const { page, faults } = await open("live/index.html", screens.dark);
  await bytesShown(page).first().waitFor();
  assert.ok(isDark(await page.frameLocator("#live-page").locator("body").evaluate(body => getComputedStyle(body).backgroundColor)));
  for (const name of await page.locator("#live-example option").allTextContents()) {
    await page.locator("#live-example").selectOption(name);
    await page.frameLocator("#live-page").locator("h1", { hasText: name }).waitFor();
    await bytesShown(page).first().waitFor();
  }
  await page.locator("#live-file").setInputFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from('["<b>mine</b>"]') });
  await page.frameLocator("#live-page").locator("h1", { hasText: "mine.json" }).waitFor();
  assert.deepEqual(faults, []);
});

test("the gallery shows every sample with its output", async () => {
  const { page } = await open("samples/index.html");
  const samples = readdirSync(new URL("../../../samples/", import.meta.url));
  assert.deepEqual(await page.locator("article h2").allTextContents(), samples.sort());
  assert.equal(await page.locator("article pre").count(), samples.length);
});

test("every page loads without an error", { timeout: 1_800_000 }, async () => {
  const { page, faults } = await watch();
  for (const file of files) {
    await page.goto(base + file, { waitUntil: "load" });
    await page.locator("#navbar a").first().waitFor();
  }
  assert.deepEqual(faults, []);
});

test("every link of every page leads to a page and an anchor of the site, or to another site", { timeout: 300_000 }, async () => {
  const { page } = await open("index.html");
  const pages = new Map();
  for (const file of files) {
    pages.set(base + file, await page.evaluate(([html, url]) => {
      const parsed = new DOMParser().parseFromString(html, "text/html");
      return {
        anchors: Array.from(parsed.querySelectorAll("[id], a[name]"), element => element.id || element.name),
        links: Array.from(parsed.querySelectorAll("a[href], img[src]"), element => new URL(element.getAttribute("href") ?? element.getAttribute("src"), url).href),
      };
    }, [readFileSync(join(site, file), "utf8"), base + file]));
  }
  const contents = readdirSync(site, { recursive: true }).filter(file => file.endsWith("toc.json"));
  for (const file of contents) {
    const links = JSON.stringify(JSON.parse(readFileSync(join(site, file), "utf8"))).matchAll(/"href":"([^"]*)"/g);
    pages.set(`toc ${file}`, { anchors: [], links: Array.from(links, match => new URL(match[1], base + file).href) });
  }
  const broken = [];
  let count = 0;
  for (const [from, { links }] of pages) {
    for (const link of links.filter(link => link.startsWith("http://127.0.0.1"))) {
      const [target, anchor] = link.split("#");
      const file = join(site, decodeURIComponent(target.slice(base.length)), target.endsWith("/") ? "index.html" : "");
      count++;
      if (!target.startsWith(base) || !existsSync(file) || statSync(file).isDirectory()) {
        broken.push(`${from}: ${link}`);
      } else if (anchor && pages.get(target.endsWith("/") ? `${target}index.html` : target)?.anchors.includes(decodeURIComponent(anchor)) === false) {
        broken.push(`${from}: ${link} has no such anchor`);
      }
    }
  }
  console.log(`${count} links in ${files.length} pages and ${contents.length} tables of contents`);
  assert.ok(count > 1000);
  assert.deepEqual(broken, []);
});

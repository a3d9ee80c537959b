// Bundles the page into a self-contained HTML file, which the command embeds. With --check, fails if the file is out of date.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";

const target = new URL("../../src/Blittable.Cli/Explain/page.html", import.meta.url);
const bundle = await build({
  entryPoints: [new URL("src/main.ts", import.meta.url).pathname],
  bundle: true, write: false, format: "iife", target: "es2022", charset: "utf8", legalComments: "none", minifyWhitespace: true, minifySyntax: true,
});
const read = name => readFileSync(new URL(`src/${name}`, import.meta.url), "utf8");
const script = bundle.outputFiles[0].text.replaceAll("</script", "<\\/script");
const page = read("page.html").replace("/*STYLE*/", () => read("page.css")).replace("/*SCRIPT*/", () => script);

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== page) {
    console.error("src/Blittable.Cli/Explain/page.html is out of date; run 'npm run build' in tools/explain-page.");
    process.exit(1);
  }
} else {
  writeFileSync(target, page);
  console.log(`${page.length} characters`);
}

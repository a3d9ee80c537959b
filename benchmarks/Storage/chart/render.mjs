// node render.mjs SPECIFICATION PICTURE: compiles a Vega-Lite specification and writes it as SVG.
import { readFile, writeFile } from 'node:fs/promises';
import * as vega from 'vega';
import { compile } from 'vega-lite';

const [specification, picture] = process.argv.slice(2);
if (!picture) {
  console.error('usage: node render.mjs SPECIFICATION PICTURE');
  process.exit(2);
}

const { spec } = compile(JSON.parse(await readFile(specification, 'utf8')));
const view = new vega.View(vega.parse(spec), { renderer: 'none' });
await writeFile(picture, await view.toSVG());
view.finalize();

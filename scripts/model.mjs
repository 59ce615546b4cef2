// Puts the Silero VAD model, with its notice, beside the built worker. The file is not in the repository: it comes from
// the npm package @ricky0123/vad-web, and is taken only if it is the one we know.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NAME = 'silero_vad_v6.onnx';
const BYTES = 2_327_524;
const SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

const target = fileURLToPath(new URL('../dist/providers/silero/', import.meta.url));
const model = join(target, NAME);

mkdirSync(target, { recursive: true });
if (!existsSync(model) || !isSilero(model)) {
  const source = join(dirname(createRequire(import.meta.url).resolve('@ricky0123/vad-web')), NAME);
  if (!isSilero(source)) throw new Error(`${source}: expected Silero VAD v6, ${BYTES} bytes with sha256 ${SHA256}`);
  // Renamed into place: a worker that starts during a build finds the whole file.
  copyFileSync(source, `${model}.part`);
  renameSync(`${model}.part`, model);
}
writeFileSync(join(target, `${NAME}.LICENSE`), notice());

/** @param {string} path */
function isSilero(path) {
  const bytes = readFileSync(path);
  return bytes.length === BYTES && createHash('sha256').update(bytes).digest('hex') === SHA256;
}

function notice() {
  return `Silero VAD (${NAME}), https://github.com/snakers4/silero-vad

MIT License

Copyright (c) 2020-present Silero Team

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;
}

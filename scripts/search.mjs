// Plays every property with new random cases, many times more than `npm test` does: `npm run test:search`, by hand, before a
// release. Paths as arguments select some. FC_TIMES sets the factor, FC_SEED repeats the cases of an earlier search.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { FC_SEED = String(randomInt(2 ** 31)), FC_TIMES = '20' } = process.env;
const search = { FC_SEED, FC_TIMES, ORDERS: 'all' };
const selected = process.argv.slice(2);

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file))
  .filter((file) => selected.length === 0 || selected.some((path) => file.includes(path)))
  .filter((file) => file.endsWith('.test.ts') && isRandom(readFileSync(file, 'utf8')))
  .sort();
if (files.length === 0) throw new Error(`no property in ${selected.join(' ')}`);
console.log(`search: FC_SEED=${FC_SEED}, FC_TIMES=${FC_TIMES}, ${files.length} file${files.length === 1 ? '' : 's'}`);
const { status } = spawnSync('npx', ['vitest', 'run', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ...search },
});
if (status !== 0) {
  const variables = Object.entries(search).map(([name, value]) => `${name}=${value}`);
  console.error(
    `search: FC_SEED=${FC_SEED} found a failure. To run its file again: ${variables.join(' ')} npx vitest run FILE\n` +
      'search: To run only the failing case, with the seed and the path that the failure prints: FC_SEED=… FC_PATH=… npx vitest run FILE',
  );
}
process.exitCode = status ?? 1;

/** Whether a test plays random cases or a selection of orders. */
function isRandom(text) {
  return /\bruns\(\d/.test(text) || text.includes("'ORDERS'");
}

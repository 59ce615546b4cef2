// npm run bench:vendors -- [utterances=300] [names]: what each adapter adds between its vendor's message and the port's event: a transcript
// or the first audio of a sentence, against the fakes, over loopback sockets in one process. *Adapter* begins when the message is
// handed to the adapter, *socket* when the fake writes it.
import { cpus, loadavg } from 'node:os';
import { importSources } from '../../../scripts/importSource.mjs';
import { percentiles } from '../turn/percentiles.mjs';

const [count = '300', ...names] = process.argv.slice(2);
const utterances = Number(count);
const WARM_UP = 50;
const P50_MS = 1;

const [{ RECOGNISERS, VOICES }, { measureRecogniser, measureVoice }] = await importSources([
  'test/bench/vendors/adapters.ts',
  'test/bench/vendors/measure.ts',
]);

const load = loadavg()[0].toFixed(1);
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load ${load} before\n`);
console.log(
  '| | event | number | adapter p50, ms | p95, ms | socket p50, ms | p95, ms |\n|---|---|---|---|---|---|---|',
);
const medians = [];
for (const [name, createFake, create] of RECOGNISERS.filter(isMeasured)) {
  await measureRecogniser(createFake(), create, WARM_UP);
  const { interims, finals } = await measureRecogniser(createFake(), create, utterances);
  print(name, 'interim', interims);
  print(name, 'final', finals);
}
for (const [name, createFake, create] of VOICES.filter(isMeasured)) {
  await measureVoice(createFake(), create, WARM_UP);
  print(name, 'first audio', await measureVoice(createFake(), create, utterances));
}
console.log(`\nLoad ${loadavg()[0].toFixed(1)} after. Aim: p50 of the adapter below ${P50_MS} ms.`);
if (medians.some((ms) => ms >= P50_MS)) process.exitCode = 1;

function isMeasured([name]) {
  return names.length === 0 || names.some((part) => name.includes(part));
}

function print(name, event, { adapter, loopback }) {
  if (adapter.length === 0) return;
  medians.push(percentiles(adapter)[0]);
  const figures = [adapter, loopback].flatMap((values) =>
    values.length === 0
      ? ['', '']
      : percentiles(values)
          .slice(0, 2)
          .map((ms) => ms.toFixed(3)),
  );
  console.log(`| ${[name, event, adapter.length, ...figures].join(' | ')} |`);
}

/**
 * Measures how many times as much CPU time `work` takes for twice the size: the least of five runs each, or of 15 on
 * a busy machine. Linear work is about 2, quadratic work 4.
 */
export async function measureGrowth(size: number, work: (size: number) => unknown): Promise<number> {
  await work(size);
  const times = Math.ceil(SHORTEST_US / (await cpuTime(1, () => work(size))));
  let [once, twice] = [Infinity, Infinity];
  for (let run = 0; run < 5 || (run < 15 && twice / once >= NOISY); run++) {
    once = Math.min(once, await cpuTime(times, () => work(size)));
    twice = Math.min(twice, await cpuTime(times, () => work(2 * size)));
  }
  return twice / once;
}

/** From here on, the times are taken again: a busy machine may have disturbed them. */
const NOISY = 3;

/** Shorter times are repeated: what else the process does would count for too much. */
const SHORTEST_US = 20_000;

/** Returns the CPU time of this process for doing `work` so often, in microseconds. */
async function cpuTime(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) await work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

/** Repeats `unit` to a text of `chars` UTF-16 code units. */
export function longText(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars);
}

/** The kinds of text that are slow to cut: words, scripts without spaces, and no end of a sentence. */
export const LONG_TEXTS: readonly (readonly [name: string, unit: string])[] = [
  ['Latin', 'We opened in nineteen eighty four, in a house that was a bakery before. '],
  ['Japanese', '私たちは一九八四年に、パン屋だった家で店を開きました。'],
  ['Latin without a full stop', 'we opened in nineteen eighty four in a house that was a bakery before '],
  ['Japanese without a full stop', '私たちは一九八四年にパン屋だった家で店を開きました'],
  ['one word', 'abcdefghij'],
];

/** Pairs of runs that are enough on a quiet machine, and the most. */
const [FEW, MOST] = [5, 20];

/** A growth that needs no further runs. */
const LINEAR = 2.5;

/** What takes less than this, in ms, is fast enough: there, caches and the collector of garbage decide. */
const SHORT_MS = 20;

/** Returns how many times as much time of the processor `work` takes for twice the input, by the best of at least five times each, which take turns. */
export function growth(work: (size: number) => void, size: number): number {
  work(size);
  let [single, double] = [Infinity, Infinity];
  for (let at = 0; at < FEW || (at < MOST && double > LINEAR * single); at += 1) {
    single = Math.min(single, measure(work, size));
    double = Math.min(double, measure(work, 2 * size));
    if (double < SHORT_MS) return 1;
  }
  return double / single;
}

function measure(work: (size: number) => void, size: number): number {
  const from = process.cpuUsage();
  work(size);
  return process.cpuUsage(from).user / 1000;
}

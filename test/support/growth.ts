export interface GrowthOptions {
  /** CPU time below which `work` is fast enough for twice the size, in ms: there, caches and the garbage collector decide. @default 0 */
  readonly negligibleMs?: number | undefined;
}

/**
 * Measures how many times as much CPU time `work` takes for twice the size: the least of up to five runs each, until it is clearly
 * linear. Linear work is about 2, quadratic work 4. What takes less than `negligibleMs` counts as 1. On a busy machine, whose noise
 * makes it 3 and more, the size is doubled twice: linear work is then 4, quadratic work 16, and the growth per doubling counts.
 */
export async function measureGrowth(
  size: number,
  work: (size: number) => unknown,
  { negligibleMs = 0 }: GrowthOptions = {},
): Promise<number> {
  await work(size);
  if ((await cpuTime(() => work(size * 2), 0)) < 1000 * negligibleMs) return 1;
  let growth = Infinity;
  for (const doublings of [1, 2, 2]) {
    let [small, large] = [Infinity, Infinity];
    for (let run = 0; run < 5; run++) {
      small = Math.min(small, await cpuTime(() => work(size)));
      large = Math.min(large, await cpuTime(() => work(size * 2 ** doublings)));
      if (doublings === 1 && large < 1000 * negligibleMs) return 1;
      growth = (large / small) ** (1 / doublings);
      if (growth < LINEAR) return growth;
    }
    if (growth < NOISY) break;
  }
  return growth;
}

const LINEAR = 2.5;
const NOISY = 3;

/** Time for which work is repeated, in microseconds. The clock of the CPU time has ticks of up to 4 ms. */
const SHORTEST_US = 20_000;

/** Returns the CPU time of this process for doing `work` once, in microseconds. */
async function cpuTime(work: () => unknown, shortestUs: number = SHORTEST_US): Promise<number> {
  const before = process.cpuUsage();
  for (let times = 1; ; times++) {
    await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system >= shortestUs) return (user + system) / times;
  }
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

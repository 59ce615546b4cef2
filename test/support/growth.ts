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

/** How a time is to be written, for those who wrote it otherwise. */
export const DURATION = 'a time such as "1.5s" or "700ms"';

/** A time as people write it, in ms: `1s`, `1.5s`, `700ms`. @returns undefined: it is none */
export function parseDuration(written: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/u.exec(written) ?? [];
  if (amount === undefined) return undefined;
  return unit === 's' ? Math.round(Number(amount) * 1e6) / 1e3 : Number(amount);
}

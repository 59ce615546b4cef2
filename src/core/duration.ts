/** Description of the format of a time, for errors. */
export const DURATION = 'a time such as "1.5s" or "700ms"';

/** Parses a time such as `1s`, `1.5s` or `700ms`. @returns ms, or undefined if it is not a time */
export function parseDuration(written: string): number | undefined {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s)$/u.exec(written) ?? [];
  if (amount === undefined) return undefined;
  return unit === 's' ? Math.round(Number(amount) * 1e6) / 1e3 : Number(amount);
}

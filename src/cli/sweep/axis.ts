import { AntiphonError } from '../../core/errors.ts';
import { steps } from '../../replay/sweep/grid.ts';
import type { Axis } from '../../replay/sweep/grid.ts';
import { parseAssignment, parseValue } from '../settings.ts';

/** How many values a range has where it does not say. */
const USUAL_STEPS = 8;
/** More would be a slip of the pen. */
const MOST_STEPS = 1000;

/**
 * `name=from..to`, `name=from..to/steps` or `name=a,b,c`.
 *
 * @throws AntiphonError `usage_invalid` for anything else
 */
export function parseAxis(vary: string): Axis {
  const [name, text] = parseAssignment(vary, '--vary');
  if (!text.includes('..')) return { name, values: text.split(',').map((one) => parseValue(one.trim())) };
  const [, from, to, count] = /^([^/]+)\.\.([^/]+)(?:\/(\d+))?$/u.exec(text) ?? [];
  const range = [Number(from), Number(to), Number(count ?? USUAL_STEPS)] as const;
  const [, , many] = range;
  if (!range.every(Number.isFinite) || many < 1 || many > MOST_STEPS)
    throw new AntiphonError('usage_invalid', `--vary: expected name=from..to or name=from..to/steps, got "${vary}"`);
  return { name, values: steps(...range) };
}

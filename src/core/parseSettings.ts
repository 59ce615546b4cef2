import type * as z from 'zod';
import { checkOptions } from './checkOptions.ts';
import { AntiphonError } from './errors.ts';
import { collectIssues, describeExpected, listFields } from './issues.ts';

/**
 * Checks a provider's settings and fills in the defaults. `owner` names the function that takes them.
 *
 * @throws AntiphonError `usage_invalid` for an unknown setting, or otherwise with all faults at once, without showing
 * keys
 */
export function parseSettings<Out>(owner: string, provider: string, schema: z.ZodType<Out>, given: object): Out {
  const { provider: _, ...settings } = given as { readonly provider?: unknown };
  const names = listFields(schema).filter((name) => name !== 'provider');
  checkOptions(owner, settings, Object.fromEntries(names.map((name) => [name, true])));
  const parsed = schema.safeParse({ ...settings, provider }, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const issues = collectIssues(parsed.error, settings);
  const faults = issues.map(({ path, expected, got }) => `${owner}.${path}: expected ${expected}, got ${got}`);
  throw new AntiphonError('usage_invalid', faults.join('\n'), { path: `${owner}.${issues[0]?.path}`, issues });
}

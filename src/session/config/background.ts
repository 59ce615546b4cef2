import { AntiphonError } from '../../core/errors.ts';
import { describeInput } from '../../core/describeInput.ts';
import type { ResultPolicy } from '../../core/turn.ts';

/** How a function runs in the background. */
export interface Background {
  readonly result: ResultPolicy;
  readonly duplicates: DuplicatePolicy;
  /** True if the model gets a function `cancel_` and its name, which ends its calls. */
  readonly cancel: boolean;
}

/**
 * What happens to a call of a background function while another one is running. `refuse`: the model is told that the
 * function is running · `replace`: the earlier call is ended · `allow`: both run.
 */
export type DuplicatePolicy = 'refuse' | 'replace' | 'allow';

/** The fields of a function definition that decide whether it runs in the background. */
interface Definition {
  readonly background?: boolean | Partial<Background> | undefined;
  readonly uninterruptible?: boolean | undefined;
  readonly interruptible?: boolean | undefined;
}

const DEFAULTS: Background = { result: 'when_idle', duplicates: 'refuse', cancel: false };

const VALUES: { readonly [Field in keyof Background]: readonly Background[Field][] } = {
  result: ['when_idle', 'interrupt', 'silent'],
  duplicates: ['refuse', 'replace', 'allow'],
  cancel: [true, false],
};

/**
 * Fills in the defaults of `background`; undefined if the function does not run in the background.
 *
 * @throws AntiphonError `usage_invalid`
 */
export function parseBackground(definition: Definition): Background | undefined {
  const { background } = definition;
  if (background === undefined || background === false) return undefined;
  if (background !== true && (typeof background !== 'object' || background === null))
    throw createFault('background', 'true, false or an object', background);
  for (const name of ['uninterruptible', 'interruptible'] as const)
    if (definition[name] === true)
      throw createFault(name, 'false or nothing for a function in the background', definition[name]);
  const given = Object.entries(background === true ? {} : background).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) checkField(name, value);
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

function checkField(name: string, value: unknown): void {
  const fields = Object.keys(VALUES);
  if (!fields.includes(name)) throw createFault(`background.${name}`, `one of the fields ${fields.join(', ')}`, name);
  const known: readonly unknown[] = VALUES[name as keyof Background];
  if (!known.includes(value)) throw createFault(`background.${name}`, `one of ${known.join(', ')}`, value);
}

function createFault(path: string, expected: string, got: unknown): AntiphonError {
  return new AntiphonError('usage_invalid', `${path}: expected ${expected}, got ${describeInput(got)}`, { path });
}

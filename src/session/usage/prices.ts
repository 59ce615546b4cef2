import type * as z from 'zod';
import { AntiphonError } from '../../core/errors.ts';
import { lazySchema } from '../../core/zod.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';
import { DECIMAL, type Decimal } from './decimal.ts';

/** The prices of providers. A model named `*` stands for all unlisted models. */
export interface Prices {
  /** The currency of all prices, such as `USD`. */
  readonly currency: string;
  /** Prices of audio, by provider and model; `per` counts seconds. Use `*` for a provider without models. */
  readonly stt?: ProviderPrices | undefined;
  /** Prices of text, by provider and model; `per` counts characters. Use `*` for a provider without models. */
  readonly tts?: ProviderPrices | undefined;
  /** Prices of tokens, by the model that the chunks name. */
  readonly llm?: Readonly<Record<string, TokenPrice>> | undefined;
}

/** Prices by provider and model. */
export type ProviderPrices = Readonly<Record<string, Readonly<Record<string, UnitPrice>>>>;

/** The price of `per` seconds or characters. */
export interface UnitPrice {
  readonly price: Decimal;
  /** The number of units that the price is for. @default 1 */
  readonly per?: number | undefined;
}

/** The prices of `per` tokens. */
export interface TokenPrice {
  readonly prompt: Decimal;
  readonly completion: Decimal;
  /** Price of audio that a speech model hears. @default `prompt` */
  readonly prompt_audio?: Decimal | undefined;
  /** Price of audio that a speech model speaks. @default `completion` */
  readonly completion_audio?: Decimal | undefined;
  /** Price of text that a speech model reads from its cache. @default `prompt` */
  readonly cached?: Decimal | undefined;
  /** Price of audio that a speech model reads from its cache. @default `prompt_audio` */
  readonly cached_audio?: Decimal | undefined;
  /** The number of tokens that the prices are for. @default 1 */
  readonly per?: number | undefined;
}

const pricesSchema: () => z.ZodType<Prices> = lazySchema((z) => {
  const expected = 'a decimal number from 0, such as "0.0043"';
  const decimal = z.custom<Decimal>(
    (value) => DECIMAL.test(typeof value === 'string' ? value : numeral(value)),
    expected,
  );
  const per = z.int().min(1).optional();
  const units = z.record(z.string(), z.record(z.string(), z.strictObject({ price: decimal, per })));
  return z.strictObject({
    currency: z.string().regex(/^\S{1,16}$/u, 'the name of a currency, such as "USD"'),
    stt: units.optional(),
    tts: units.optional(),
    llm: z
      .record(
        z.string(),
        z.strictObject({
          prompt: decimal,
          completion: decimal,
          prompt_audio: decimal.optional(),
          completion_audio: decimal.optional(),
          cached: decimal.optional(),
          cached_audio: decimal.optional(),
          per,
        }),
      )
      .optional(),
  });
});

/** @throws AntiphonError `usage_invalid` for an invalid table of prices */
export function checkPrices(prices: unknown): void {
  if (prices === undefined) return;
  const { error } = pricesSchema().safeParse(prices, { error: describeExpected });
  const [fault] = error === undefined ? [] : collectIssues(error, prices);
  if (fault === undefined) return;
  const path = fault.path === 'config' ? 'prices' : `prices.${fault.path}`;
  throw new AntiphonError('usage_invalid', `${path}: expected ${fault.expected}, got ${fault.got}`, { path });
}

function numeral(value: unknown): string {
  return typeof value === 'number' ? String(value) : '';
}

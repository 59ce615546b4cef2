import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AntiphonError } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import { checkPrices, type Prices } from '../../session/usage/prices.ts';

/** The arguments of `antiphon studio`. */
export interface StudioArguments {
  readonly path: string;
  readonly host: string;
  readonly port: number;
  /** False with `--no-open`. */
  readonly opens: boolean;
  readonly prices: Prices | undefined;
  readonly session: string | undefined;
}

/** The addresses of this machine that no other machine can reach. */
const HOSTS: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['::1', '::1'],
]);

/** @throws (rejects with) AntiphonError `usage_invalid` */
export async function parseArguments(args: readonly string[]): Promise<StudioArguments> {
  const { values, positionals } = parseOptions(args);
  const [path = '.', ...more] = positionals;
  if (more.length > 0) throw createInvalid(`expected one folder or recording, got ${positionals.length}`);
  return {
    path,
    host: parseHost(values.host ?? '127.0.0.1'),
    port: parsePort(values.port ?? '0'),
    opens: values['no-open'] !== true,
    prices: values.prices === undefined ? undefined : await readPrices(values.prices),
    session: values.session === undefined ? undefined : resolve(values.session),
  };
}

const OPTIONS = {
  host: { type: 'string' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  prices: { type: 'string' },
  session: { type: 'string' },
} as const;

function parseOptions(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw createInvalid(messageOf(error));
  }
}

function parseHost(written: string): string {
  const host = HOSTS.get(written);
  if (host !== undefined) return host;
  throw createInvalid(
    `expected --host ${[...HOSTS.keys()].join(', ')}, got "${written}": recordings are private, so Studio listens on this machine only`,
  );
}

function parsePort(written: string): number {
  const port = Number(written);
  if (/^\d{1,5}$/u.test(written) && port <= 65_535) return port;
  throw createInvalid(`expected --port from 0 to 65535, got "${written}"`);
}

async function readPrices(path: string): Promise<Prices> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AntiphonError('usage_invalid', `studio: expected a file with --prices, found none at "${path}"`, {
      cause,
    });
  });
  try {
    const prices = JSON.parse(text) as Prices;
    checkPrices(prices);
    return prices;
  } catch (cause) {
    throw new AntiphonError('usage_invalid', `studio: --prices "${path}": ${messageOf(cause)}`, { cause });
  }
}

function createInvalid(message: string): AntiphonError {
  return new AntiphonError('usage_invalid', `studio: ${message}`);
}

import { inspect } from 'node:util';
import { fastify, type FastifyBaseLogger, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { antiphon } from '../../../src/server/plugin.ts';
import { doubled } from '../support.ts';

const SECRET = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ4In0.c2ln';
const TOKEN = `ek_${SECRET}`;

/** What a logger that knows fastify may write of a request. */
function describeRequest({ url, originalUrl, raw, params, query, id }: FastifyRequest): string {
  return inspect({ url, originalUrl, rawUrl: raw.url, params, query, id });
}

function describeAll(values: readonly unknown[]): string {
  return values.map((value) => inspect(value, { depth: 1 })).join(' ');
}

/** A logger with private fields, whose children are others. */
class Journal {
  level = 'trace';
  readonly #lines: string[];
  readonly #bindings: string;

  constructor(lines: string[], bindings = '') {
    this.#lines = lines;
    this.#bindings = bindings;
  }

  child(bindings: object): Journal {
    return new Journal(this.#lines, `${this.#bindings} ${inspect(bindings)}`);
  }

  #write(values: readonly unknown[]): void {
    const [first] = values as readonly [
      { readonly req?: FastifyRequest; readonly res?: { readonly request: FastifyRequest } },
    ];
    const requests = [first?.req, first?.res?.request].filter((request) => request !== undefined);
    this.#lines.push(`${this.#bindings} ${describeAll(values)} ${requests.map(describeRequest).join(' ')}`);
  }

  trace(...values: readonly unknown[]): void {
    this.#write(values);
  }
  debug(...values: readonly unknown[]): void {
    this.#write(values);
  }
  info(...values: readonly unknown[]): void {
    this.#write(values);
  }
  warn(...values: readonly unknown[]): void {
    this.#write(values);
  }
  error(...values: readonly unknown[]): void {
    this.#write(values);
  }
  fatal(...values: readonly unknown[]): void {
    this.#write(values);
  }
  silent(): void {}
}

/** A logger that is its own child. */
function createFlat(lines: string[]): FastifyBaseLogger {
  const write = (...values: readonly unknown[]): void => void lines.push(describeAll(values));
  const flat = { trace: write, debug: write, info: write, warn: write, error: write, fatal: write, silent: write };
  return Object.assign(flat, { level: 'trace', child: (): FastifyBaseLogger => flat as never }) as never;
}

/** A pino whose owner writes more of a request than fastify does. */
function createVerbose(lines: string[]): FastifyBaseLogger {
  const stream = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  const serializers = {
    req: describeRequest,
    res: ({ request }: { request: FastifyRequest }) => describeRequest(request),
  };
  return pino({ level: 'trace', serializers }, stream);
}

const LOGGERS: Readonly<Record<string, (lines: string[]) => FastifyBaseLogger>> = {
  'of another make': (lines) => new Journal(lines),
  'that is its own child': createFlat,
  'of pino, with serializers': createVerbose,
};

async function createLogging(createLogger: (lines: string[]) => FastifyBaseLogger) {
  const lines: string[] = [];
  const app = fastify({ loggerInstance: createLogger(lines) });
  onTestFinished(() => app.close());
  await app.register(antiphon, doubled({ rtvi: {} }));
  return { app, log: () => lines.join('\n') };
}

describe.each(Object.entries(LOGGERS))('the log of a logger %s', (_name, createLogger) => {
  test.each([
    `/v1/rtvi/medai?token=${TOKEN}`,
    `/v1/twilio/mediaX/${TOKEN}`,
    `/v1/twilio/%zz/${TOKEN}`,
    `/healthz?token=${TOKEN}`,
    `/v1/sessions/${TOKEN}`,
  ])('has a request for %s without its token', async (url) => {
    const { app, log } = await createLogging(createLogger);
    for (const method of ['GET', 'POST'] as const) await app.inject({ method, url });
    expect(log()).not.toContain(SECRET);
  });

  test('has what the app logs of a request, and its children', async () => {
    const { app, log } = await createLogging(createLogger);
    app.get('/own', async (request) => {
      request.log.child({ address: request.url }).warn(`asked for ${request.url}`);
      request.log.error(new Error(`no ${request.url}`));
      return {};
    });
    await app.inject(`/own?token=${TOKEN}`);
    expect(log()).toContain('asked for /own?token=***');
    expect(log()).toContain('no /own?token=***');
    expect(log()).not.toContain(SECRET);
  });
});

test('a level that is set for a request counts', async () => {
  const { app, log } = await createLogging(createVerbose);
  app.get('/own', async ({ log: own }) => {
    own.level = 'error';
    own.warn('a warning');
    own.error(`level ${own.level}`);
    return {};
  });
  await app.inject('/own');
  expect(log()).toContain('level error');
  expect(log()).not.toContain('a warning');
});

test('a second registration masks no logger twice', async () => {
  const lines: string[] = [];
  const app = fastify({ loggerInstance: createVerbose(lines) });
  onTestFinished(() => app.close());
  await app.register(antiphon, doubled({ prefix: '/a' }));
  const { child } = app.log;
  await app.register(antiphon, doubled({ prefix: '/b' }));
  expect(app.log.child).toBe(child);
});

test('a frozen logger is refused', async () => {
  const frozen: FastifyBaseLogger = Object.freeze({ ...createFlat([]), child: () => frozen }) as FastifyBaseLogger;
  const app = fastify({ loggerInstance: frozen });
  onTestFinished(() => app.close());
  await expect(app.register(antiphon, doubled())).rejects.toMatchObject({
    code: 'usage_invalid',
    message: 'loggerInstance: expected a logger whose children can be masked, got a frozen one',
  });
});

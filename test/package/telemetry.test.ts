import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packAndInstall, ROOT, type Packed } from './packed.ts';

const API = 'node_modules/@opentelemetry/api';
const DEPENDENCIES = ['rxjs', 'zod', 'tslib', 'ws', '@msgpack/msgpack'];

/** A program with an SDK, in which a session fails to start; prints the names of its spans. */
const PROGRAM = `
  import { trace } from '@opentelemetry/api';
  import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
  import { startSession } from 'antiphon';
  import { createTelemetry } from 'antiphon/telemetry';
  import { createTransportDouble } from 'antiphon/testing';
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  const agent = { configure_session: () => Promise.reject(new Error('no')), llm_response_handler: () => [] };
  await startSession(agent, createTransportDouble(), { telemetry: createTelemetry() }).catch(() => {});
  console.log(exporter.getFinishedSpans().map(({ name }) => name).join());
`;

describe('a project without @opentelemetry/api', () => {
  let packed: Packed;
  beforeAll(() => void (packed = packAndInstall(DEPENDENCIES)));
  afterAll(() => packed.dispose());

  test('can import antiphon/telemetry, and is told by createTelemetry what to install', () => {
    const script = `
      import { createTelemetry } from 'antiphon/telemetry';
      try { createTelemetry(); } catch ({ code, message }) { console.log(code, message); }
    `;
    expect(run(packed, script)).toBe(
      'usage_invalid createTelemetry needs the optional package @opentelemetry/api: npm install @opentelemetry/api@^1.9',
    );
  });
});

describe('a project with an SDK of OpenTelemetry', () => {
  let packed: Packed;
  beforeAll(() => {
    packed = packAndInstall([...DEPENDENCIES, '@opentelemetry/api', '@opentelemetry/sdk-trace-base']);
  });
  afterAll(() => packed.dispose());

  test('gets the spans of its sessions', () => {
    expect(run(packed, PROGRAM)).toBe('configure_session,session');
  });

  test('gets none if antiphon finds a later copy of the API, of which tracing.md warns', () => {
    const second = join(packed.project, 'node_modules/antiphon', API);
    cpSync(join(ROOT, API), second, { recursive: true });
    setVersion(second, '1.9.1', '1.10.0');
    expect(run(packed, PROGRAM)).toBe('');
    rmSync(second, { recursive: true });
    const page = readFileSync(join(ROOT, 'docs/tracing.md'), 'utf8');
    expect(page).toContain('npm ls @opentelemetry/api');
  });
});

function run({ project }: Packed, script: string): string {
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' }).trim();
}

function setVersion(folder: string, from: string, to: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/(?:version\.js|package\.json)$/u.test(name)) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { selectEngines } from '../../examples/vendors/selectEngines.ts';
import { SPEACHES_MODEL } from '../fakes/localServers/speaches.ts';
import { OLLAMA_MODEL } from '../fakes/localServers/ollama.ts';
import { ROOT } from '../package/packed.ts';

interface Service {
  readonly image: string;
  readonly ports?: readonly [string];
  readonly volumes?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly start_period: string };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const file = readFileSync(join(ROOT, 'deploy/compose.local.yaml'), 'utf8');
const { services, volumes } = parse(file, { merge: true }) as Compose;
const servers = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
const page = readFileSync(join(ROOT, 'docs/local-models.md'), 'utf8');

/** The address that the page gives in a variable, such as `STT_BASE_URL`. */
function addressOf(variable: string): string {
  return new RegExp(String.raw`\b${variable}=(\S+)`, 'u').exec(page)?.[1] ?? '';
}

describe('the Compose file of servers on one machine', () => {
  test('has a language model, a recogniser and a voice', () =>
    expect(servers.map(([name]) => name)).toEqual(['ollama', 'speaches', 'kokoro']));

  test.each(Object.entries(services))('pins the version of %s', (_, { image }) => {
    const tag = image.split(':')[1] ?? '';
    expect(tag).toMatch(/\d+\.\d+\.\d+/u);
    expect(tag).not.toMatch(/latest|cuda|gpu/u);
  });

  test.each(servers)('publishes %s on loopback, without privileges, and tells whether it is healthy', (_, service) => {
    const [published = ''] = service.ports ?? [];
    expect(published).toMatch(/^127\.0\.0\.1:(?<port>\d+):\k<port>$/u);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.healthcheck?.test[0]).toBe('CMD');
    const ports = (service.healthcheck?.test ?? []).flatMap(
      (word) => /^http.*:(?<port>\d+)\//u.exec(word)?.groups?.['port'] ?? [],
    );
    expect(ports.filter((port) => !published.endsWith(`:${port}`))).toEqual([]);
  });

  test('keeps what is downloaded in volumes that it declares', () => {
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((mount) => mount.split(':')[0])).toEqual(Object.keys(volumes));
  });

  test('downloads the models that the example and the tests name', () => {
    const { PRELOAD_MODELS = '' } = services['speaches']?.environment ?? {};
    const model = /^\["\$\{STT_MODEL:-(?<name>[^}]+)\}"\]$/u.exec(PRELOAD_MODELS)?.groups?.['name'];
    const { stt } = selectEngines({ STT_BASE_URL: addressOf('STT_BASE_URL'), TTS_BASE_URL: addressOf('TTS_BASE_URL') });
    expect(stt).toMatchObject({ model });
    expect(model).toBe(SPEACHES_MODEL);
    expect(services['ollama-pull']?.command).toEqual(['pull', `\${OPENAI_MODEL:-${OLLAMA_MODEL}}`]);
    expect(services['ollama-pull']?.depends_on).toEqual({ ollama: { condition: 'service_healthy' } });
  });

  test.each([
    ['OPENAI_BASE_URL', 'ollama'],
    ['STT_BASE_URL', 'speaches'],
    ['TTS_BASE_URL', 'kokoro'],
  ])('is where the page says for %s', (variable, name) => {
    const { host } = new URL(addressOf(variable));
    expect(services[name]?.ports?.[0].startsWith(`${host}:`)).toBe(true);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { carrierRules } from '../architecture/carriers.ts';
import { readProjectFiles } from '../architecture/projectFiles.ts';
import { layerRules } from '../architecture/serverLayers.ts';
import { telnyx } from '../../src/server/adapters/telnyx/telnyx.ts';
import { createMediaAdapterContract } from '../../src/testing/contracts/mediaAdapterContract.ts';
import type { CarrierDouble, Webhook } from '../server/adapters/telephone/carrierDouble.ts';
import type { appWith } from '../server/support.ts';
import { ACME_DOUBLE, ACME_FOLDER } from './acme/carrier.ts';
import { addAfter, addPiece, describeChange, ROOT, type Piece } from './change.ts';

const MANIFEST = 'src/server/adapters/acme/acmeCarrier.ts';
const LIST = 'src/server/adapters/carriers.ts';
const PAGE = 'docs/telephony.md';
const DOUBLES = 'test/server/adapters/telephone/doubles.ts';

const PIECES: Readonly<Record<string, Piece>> = {
  'its line in the list': {
    edits: {
      [LIST]: [
        addAfter(
          "import type { PublicUrl } from '../addresses/publicUrl.ts';",
          "import { acmeCarrier, type AcmeOptions } from './acme/acmeCarrier.ts';",
        ),
        addAfter(
          'export interface CarriersOptions {',
          '  /** Accepts calls from Acme. @default none */\n  readonly acme?: AcmeOptions | undefined;',
        ),
        addAfter('  twilio: twilioCarrier,', '  acme: acmeCarrier,'),
      ],
    },
    sentences: [`${MANIFEST}: add \`acme: acmeCarrier\` to CARRIERS in ${LIST}, and its option above it`],
  },
  'the type of its options': {
    edits: {
      'src/server/index.ts': [
        addAfter(
          "export type { PeerOptions } from './adapters/peers.ts';",
          "export type { AcmeOptions } from './adapters/acme/acmeCarrier.ts';",
        ),
      ],
    },
    sentences: [`${MANIFEST}: export the type AcmeOptions from src/server/index.ts`],
  },
  'its docs': {
    edits: {
      [PAGE]: [
        addAfter(
          '| Line | Run against | `heard` | `hangUp()` | `transfer()` | `sendDigits()` |\n|---|---|---|---|---|---|',
          '| [Acme](#acme) | a simulator | `marked` | no | no | no |',
        ),
        addAfter(
          '# Telephones',
          '\n## Acme\n\nAcme requests `/v1/acme/voice`. `acme.secret` is the secret of the account.',
        ),
      ],
    },
    sentences: [
      `${PAGE}: add a row for Acme to the table "What each line can do", with a link to its section and \`heard\` \`marked\``,
      `${PAGE}: say that Acme requests \`/v1/acme/voice\``,
      `${PAGE}: describe the option \`acme.secret\``,
    ],
  },
  'its double': {
    creates: { 'test/server/adapters/telephone/doubles/acme.ts': ACME_DOUBLE },
    edits: {
      [DOUBLES]: [
        addAfter(
          "import type { CarrierDouble } from './carrierDouble.ts';",
          "import { acme } from './doubles/acme.ts';",
        ),
        addAfter('export const DOUBLES: Readonly<Record<string, CarrierDouble>> = {', '  acme,'),
      ],
    },
    sentences: [
      `${MANIFEST}: add a double of acme to DOUBLES in ${DOUBLES}, or conversation.test.ts to test/server/adapters/acme`,
    ],
  },
};

describeChange('a new carrier', [...carrierRules, ...layerRules], { creates: ACME_FOLDER }, PIECES);

describe('a copy of the project with the carrier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acme-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let double: CarrierDouble;
  let register: typeof appWith;

  beforeAll(async () => {
    copyProject(folder);
    const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href);
    double = ((await load(DOUBLES)) as { readonly DOUBLES: Readonly<Record<string, CarrierDouble>> }).DOUBLES[
      'acme'
    ] as CarrierDouble;
    register = ((await load('test/server/support.ts')) as { readonly appWith: typeof appWith }).appWith;
  });

  it('compiles', () => {
    const include = ['src/server/index.ts', DOUBLES];
    writeFileSync(join(folder, 'tsconfig.acme.json'), JSON.stringify({ extends: './tsconfig.json', include }));
    const tsc = join(folder, 'node_modules/.bin/tsc');
    expect(spawnSync(tsc, ['-p', 'tsconfig.acme.json'], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
  });

  it('keeps the contract of adapters', async () => {
    const contract = createMediaAdapterContract(double);
    expect(contract.length).toBeGreaterThan(5);
    for (const { run } of contract) await run();
  });

  it('connects its calls, and describes its webhook', async () => {
    const { options, body, answer, sign } = double.webhook as Webhook;
    const app = await register({ public_url: 'https://voice.example.com', ...options });
    const headers = { host: 'voice.example.com', ...(await sign(body, '', 0)) };
    const connected = await app.inject({ method: 'POST', url: '/v1/acme/voice', headers, payload: body });
    expect([
      connected.statusCode,
      connected.body.startsWith(`${answer[0]}wss://voice.example.com/v1/acme/media/`),
    ]).toEqual([200, true]);
    const { paths } = (await app.inject({ url: '/openapi.json', headers: { host: 'voice.example.com' } })).json();
    expect(paths['/v1/acme/voice'].post.summary).toBe('The webhook for calls from Acme, which signs its requests.');
  });

  test('no other adapter can have its name', async () => {
    const adapter = { ...telnyx, protocol: 'acme' };
    await expect(register({ adapters: [adapter] })).rejects.toThrow('adapters.0.protocol');
  });
});

function copyProject(folder: string): void {
  for (const part of ['src', 'operators', 'providers', 'test/server', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const files = readProjectFiles(ROOT);
  const changed = [{ creates: ACME_FOLDER }, ...Object.values(PIECES)].reduce(addPiece, files);
  for (const [path, text] of changed) {
    if (files.get(path) === text) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { deepgramStt } from '../../providers/deepgram/stt.ts';
import { silero } from '../../providers/silero/model.ts';
import { smartTurn } from '../../providers/silero/smartTurn/smartTurn.ts';
import { createMemoryCheckpoints } from '../../src/directory/checkpoints/memoryCheckpoints.ts';
import { createNatsCheckpoints } from '../../src/directory/checkpoints/natsCheckpoints.ts';
import { createRedisCheckpoints } from '../../src/directory/checkpoints/redisCheckpoints.ts';
import { createMemoryDirectory } from '../../src/directory/memory/memoryDirectory.ts';
import { createNatsDirectory } from '../../src/directory/nats/natsDirectory.ts';
import { createRedisDirectory } from '../../src/directory/redis/redisDirectory.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { recordInto } from '../../src/record/recordInto.ts';
import { recordTo } from '../../src/record/recordTo.ts';
import { antiphon } from '../../src/server/plugin.ts';
import { serve, type ServeOptions } from '../../src/server/serve.ts';
import { createTelemetry } from '../../src/telemetry/createTelemetry.ts';
import { microphone } from '../../src/testing/audio.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';
import { openCassette } from '../../src/testing/evals/cassette.ts';
import { inspect } from '../../src/testing/inspect.ts';
import { score } from '../../src/testing/score.ts';
import { createWebRtc } from '../../src/webrtc/createWebRtc.ts';
import { agentWith } from '../server/support.ts';

/** Options as JavaScript passes them, unchecked by a compiler. */
type Untyped = never;
type Call = (options: Untyped) => unknown;

function expectRefusal(run: () => unknown, path: string, meant: string): Promise<void> {
  const name = path.split('.').at(-1);
  return expect((async () => run())()).rejects.toMatchObject({
    code: 'usage_invalid',
    message: `${path}: there is no option "${name}"; did you mean "${meant}"?`,
    details: { path },
  });
}

const folder = join(tmpdir(), 'antiphon-never-created');

test.each<[string, Call, object, string]>([
  ['createWebRtc.adresses', createWebRtc, { adresses: [] }, 'addresses'],
  ['createWebRtc.ice_servers[0].url', createWebRtc, { ice_servers: [{ url: 'stun:a.b' }] }, 'urls'],
  ['recordInto.agentAudo', (options) => recordInto(folder, options), { agentAudo: true }, 'agentAudio'],
  [
    'recordTo.redct',
    (options) => recordTo(() => ({ write: () => true, close: () => {} }), options),
    { redct: 1 },
    'redact',
  ],
  ['createTelemetry.contents', createTelemetry, { contents: true }, 'content'],
  ['createMemoryDirectory.expires', createMemoryDirectory, { expires: 2 }, 'expiry'],
  ['createRedisDirectory.uri', createRedisDirectory, { uri: 'redis://a' }, 'url'],
  ['createNatsDirectory.credential', createNatsDirectory, { credential: '' }, 'credentials'],
  ['createMemoryCheckpoints.schedule', createMemoryCheckpoints, { schedule: 1 }, 'scheduler'],
  ['createRedisCheckpoints.time_out', createRedisCheckpoints, { time_out: 1 }, 'timeout'],
  ['createNatsCheckpoints.prefx', createNatsCheckpoints, { prefx: 'a' }, 'prefix'],
  ['createTransportDouble.latency_msx', createTransportDouble, { latency_msx: 1 }, 'latencyMs'],
  ['createSttDouble.say', createSttDouble, { say: ['hi'] }, 'says'],
  ['createTtsDouble.msPerChars', createTtsDouble, { msPerChars: 1 }, 'msPerChar'],
  ['createTtsDouble.utterances[1].sped', createTtsDouble, { utterances: [{}, { sped: 1 }] }, 'speed'],
  ['createVadDouble.sample_rates', createVadDouble, { sample_rates: 8000 }, 'sampleRate'],
  ['createLlmDouble.tokensMs', (options) => createLlmDouble([], options), { tokensMs: 2 }, 'tokenMs'],
  ['createLlmDouble.replies[1].txt', createLlmDouble, ['hi', { txt: 'hi' }], 'text'],
  ['microphone.framesMs', (options) => microphone([], options), { framesMs: 20 }, 'frameMs'],
  ['inspect.edge', (options) => inspect({ id: 'a', edges: {} } as Untyped, options), { edge: ['reply'] }, 'edges'],
  ['openCassette.mod', (options) => openCassette('none.json', options), { mod: 'replay' }, 'mode'],
])('%s is refused', (path, call, options, meant) => expectRefusal(() => call(options as Untyped), path, meant));

test.each<[string, Call, object, string]>([
  ['silero.sample_rates', silero, { sample_rates: 8000 }, 'sampleRate'],
  ['smartTurn.modelpth', smartTurn, { modelpth: 'a' }, 'modelPath'],
  ['options.schedular', (options) => deepgramStt({ api_key: 'k' }, options), { schedular: 1 }, 'scheduler'],
])('a provider refuses %s', (path, call, settings, meant) =>
  expectRefusal(() => call(settings as Untyped), path, meant),
);

test('a provider refuses all invalid settings at once, and does not show its key', () => {
  const settings = { api_key: 'a secret key', endpointing_ms: -1 };
  expect(() => deepgramStt(settings)).toThrow(
    expect.objectContaining({
      code: 'usage_invalid',
      message:
        'deepgramStt.api_key: expected a non-empty string without white space, got a string of 12 characters\n' +
        'deepgramStt.endpointing_ms: expected at least 0, got -1',
      details: expect.objectContaining({ path: 'deepgramStt.api_key' }),
    }),
  );
});

describe('a score', () => {
  const play: Call = (options) => score(agentWith(), () => {}, options);
  test.each<[string, object, string]>([
    ['score.double', { double: {} }, 'doubles'],
    ['score.doubles.sttt', { doubles: { sttt: {} } }, 'stt'],
    ['score.doubles.stt.delays', { doubles: { stt: { delays: 1 } } }, 'delayMs'],
    ['score.doubles.client.report', { doubles: { client: { report: 'none' } } }, 'reports'],
    ['score.llm[0].call', { llm: [{ call: [] }] }, 'calls'],
  ])('%s is refused', (path, options, meant) => expectRefusal(() => play(options as Untyped), path, meant));

  test('score.suite.embeded is refused', () =>
    expectRefusal(
      () => score.suite(agentWith(), folder, { embeded: [] } as Untyped),
      'score.suite.embeded',
      'embedded',
    ));
});

const TWILIO = { auth_token: 'a' };
const PASSWORD = 'a password of 16';
const PUBLIC = { public_url: 'https://voice.example.com' };
/** Options that both `serve` and the plugin have. */
const SHARED: readonly (readonly [string, object, string])[] = [
  ['max_session', { max_session: 1 }, 'max_sessions'],
  ['twillio', { twillio: TWILIO }, 'twilio'],
];
/** Options nested in those of a server. */
const WITHIN: readonly (readonly [string, object, string])[] = [
  ['twilio.signed_stream', { ...PUBLIC, twilio: { ...TWILIO, signed_stream: false } }, 'signed_streams'],
  ['telnyx.publickey_', { ...PUBLIC, telnyx: { publickey_: 'a' } }, 'public_key'],
  ['plivo.auth_ids', { ...PUBLIC, plivo: { ...TWILIO, auth_ids: 'a' } }, 'auth_id'],
  ['vonage.signature_secrets', { ...PUBLIC, vonage: { signature_secrets: 'a' } }, 'signature_secret'],
  ['jambonz.webhook_secrets', { ...PUBLIC, jambonz: { webhook_secrets: 'a' } }, 'webhook_secret'],
  ['asterisk.max_durations', { asterisk: { password: PASSWORD, max_durations: 1 } }, 'max_duration'],
  ['exotel.passwords', { exotel: { passwords: PASSWORD } }, 'password'],
  ['realtime.update', { realtime: { update: {} } }, 'updates'],
  ['realtime.updates.tool', { realtime: { updates: { tool: true } } }, 'tools'],
  ['rtvi.report_function', { rtvi: { report_function: 'all' } }, 'report_functions'],
  ['cluster.secret', { cluster: { url: 'http://127.0.0.1:1', secret: 'a' } }, 'secrets'],
  [
    'cluster.checkpoints.max_byte',
    {
      cluster: {
        directory: createMemoryDirectory(),
        url: 'http://127.0.0.1:1',
        secrets: ['a secret of at least 32 bytes, or more'],
        checkpoints: { store: createMemoryCheckpoints(), max_byte: 1 },
      },
    },
    'max_bytes',
  ],
];

describe('serve', () => {
  const start: Call = (options: Partial<ServeOptions>) =>
    serve({ agent: agentWith(), port: 0, logger: false, authenticate: () => undefined, ...options });
  test.each([
    ...SHARED.map(([path, ...rest]) => [`serve.${path}`, ...rest] as const),
    ['serve.prot', { prot: 3000 }, 'port'] as const,
    ['serve.tls.certs', { tls: { key: '', certs: '' } }, 'cert'] as const,
    ...WITHIN,
  ])('%s is refused', (path, options, meant) => expectRefusal(() => start(options as Untyped), path, meant));

  test('an option that resembles none is refused with a list of all options', async () => {
    await expect(start({ colour: 'red' } as Untyped)).rejects.toThrow(
      /^serve\.colour: .*expected one of about, adapters, /u,
    );
  });
});

describe('the plugin', () => {
  const register = async (options: object): Promise<void> => {
    const app = fastify();
    try {
      await app.register(antiphon, { agent: agentWith(), ...options });
    } finally {
      await app.close();
    }
  };
  test.each([...SHARED.map(([path, ...rest]) => [`antiphon.${path}`, ...rest] as const), ...WITHIN])(
    '%s is refused',
    (path, options, meant) => expectRefusal(() => register(options), path, meant),
  );

  test('the options that fastify itself takes with a plugin are known', () =>
    expect(register({ prefix: '/voice', logLevel: 'warn', logSerializers: {} })).resolves.toBeUndefined());
});

test('a refused recorder creates no folder', () => {
  const made = mkdtempSync(join(tmpdir(), 'antiphon-'));
  rmSync(made, { recursive: true });
  expect(() => recordInto(made, { audo: true } as Untyped)).toThrow('recordInto.audo');
  expect(() => rmSync(made, { recursive: true })).toThrow('ENOENT');
});

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEAD = {
  format: 4,
  antiphon: '0.1.0',
  node: '20.0.0',
  agent: 'concierge',
  config: { initial_messages: [], vad: { provider: 'silero' } },
  ports: {
    vad: { sampleRate: 16_000, windowSamples: 512 },
    stt: { name: 'local', sampleRate: 16_000, finalTimeoutMs: 1000, interims: true },
    tts: { name: 'local', sampleRate: 16_000, accepts: 'sentences', language: 'en-US', keepsWarm: false },
  },
  io: { outputSampleRate: null, line: 'browser', streams: [] },
  splices: [],
  stages: [],
  audio: false,
};

/** Writes recordings of 20 s with two turns, without the user's audio: 75 kB each. */
export function writeCalls(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n += 1) writeFileSync(join(folder, `ses_${n}.jsonl`), createCall(n));
}

function createCall(n) {
  const recorded_at = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
  const lines = [{ ...HEAD, session: `ses_${n}`, recorded_at }];
  for (let t = 0; t < 20_000; t += 32) {
    lines.push(
      { t, in: 'audio', v: { samples: 512, rate: 16_000 } },
      { t, in: 'vad', v: (t % 97) / 100, after: t / 32 },
    );
    if (t % 9600 === 0 && t > 0) lines.push(...createTurn(t, t / 9600 - 1, n));
  }
  lines.push({ t: 20_000, out: 'ended', v: 'ended_by_client' });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function createTurn(t, turn, n) {
  const utterance = `u${turn}.0`;
  const text = `a table for ${n % 8} at table ${n}`;
  const event = (name, seq, content) => ({ t, out: 'event', v: { name, seq, message: { role: 'user', content } } });
  return [
    { t, out: 'activity', v: { kind: 'started', segment: turn, atMs: t, voicedMs: 800, lastVoicedMs: t } },
    {
      t,
      out: 'activity',
      v: { kind: 'ended', segment: turn, atMs: t, voicedMs: 800, lastVoicedMs: t - 500, by: 'silence' },
    },
    { t, out: 'transcript', v: { kind: 'final', segment: turn, text } },
    { t, out: 'userTurn', v: { turn, text } },
    event('on_user_message_added', 2 * turn, text),
    { t, out: 'speech', v: { kind: 'started', turn, utterance } },
    { t, out: 'playout', v: { kind: 'started', utterance } },
    { t, out: 'metrics', v: { turn, heard: true, totalMs: 600 + (n % 900) } },
    ...(n % 50 === 0 ? [{ t, out: 'error', v: { code: 'handler_failed', message: 'failed' } }] : []),
    event('on_agent_message_added', 2 * turn + 1, `You are at table ${n}.`),
  ];
}

/** Writes a call of so many hours: a minute again and again, with later times, streams, turns, segments and utterances. */
export function writeLongCall(folder, hours, minute) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'long.jsonl');
  const [head = '', ...lines] = readFileSync(minute, 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${head}\n`);
  const parsed = lines.map((line) => JSON.parse(line));
  const lengthMs = Math.ceil(parsed.at(-1).t);
  const repeats = Math.ceil((hours * 3_600_000) / lengthMs);
  for (let n = 0; n < repeats; n += 1) {
    const moved = parsed.filter((line) => isKept(line, n, repeats)).map((line) => move(line, n, lengthMs));
    appendFileSync(path, moved.join(''));
  }
}

/** The session starts once and ends once. */
function isKept(line, n, repeats) {
  if (line.out === 'ended' || line.out === 'usage') return n === repeats - 1;
  return n === 0 || !(line.in === 'asked' && line.v.kind === 'start');
}

/** More than any number of the minute. */
const NUMBERS = 100;

function move(line, n, lengthMs) {
  const stream = (name) => name.replace(/\.(\d+)$/u, (_match, number) => `.${Number(number) + n * NUMBERS}`);
  const later = {
    ...line,
    check: undefined,
    t: Math.round((line.t + n * lengthMs) * 1000) / 1000,
    ...(line.in !== undefined && { in: stream(line.in) }),
    ...(line.due !== undefined && { due: line.due + n * lengthMs }),
    ...(line.out === 'opened' || line.out === 'left' ? { v: stream(line.v) } : renumber(line.v, n)),
  };
  return `${JSON.stringify(later)}\n`;
}

function renumber(value, n) {
  if (typeof value !== 'object' || value === null) return value === undefined ? {} : { v: value };
  const { turn, segment, utterance } = value;
  return {
    v: {
      ...value,
      ...(typeof turn === 'number' && { turn: turn + n * NUMBERS }),
      ...(typeof segment === 'number' && { segment: segment + n * NUMBERS }),
      ...(typeof utterance === 'string' && { utterance: `${utterance}-${n}` }),
    },
  };
}

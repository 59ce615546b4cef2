import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { emptyTimeline, type Span, type Timeline } from '../../../../src/draw/model.ts';
import type { Recording } from '../../../../src/record/format.ts';
import { readRecording } from '../../../../src/record/read.ts';
import { sweep } from '../../../../src/replay/sweep/sweep.ts';
import { timelineOf } from '../../../../src/replay/timeline.ts';
import { whatIf } from '../../../../src/replay/whatIf/whatIf.ts';
import type { CallDetail, CallPart, CallRow, CallsResponse, CallSteps, Column, TranscriptLine } from '../../../../src/studio/protocol.ts';

const RECORDINGS = process.env['RECORDINGS'] ?? join(import.meta.dirname, '../../../recordings');
const PAGE = process.env['PAGE'] ?? join(import.meta.dirname, '../../../../dist/src/studio/page');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'";

const cache = new Map<string, Promise<Recording>>();
const read = (id: string): Promise<Recording> => {
  const found = cache.get(id) ?? readRecording(join(RECORDINGS, id.replace(/^copies\/\d+-/u, '')));
  cache.set(id, found);
  return found;
};

const names = readdirSync(RECORDINGS).filter((name) => name.endsWith('.jsonl'));
const copies = Number(process.env['COPIES'] ?? 0);

async function rowOf(id: string, n: number): Promise<CallRow> {
  const { head, lines } = await read(id);
  const t = timelineOf({ head, lines } as Recording);
  const jitter = 0.7 + ((n * 7919) % 100) / 150;
  const waits = t.waits.map(({ fromMs, toMs }) => ((toMs ?? fromMs) - fromMs) * jitter).toSorted((a, b) => a - b);
  return {
    id,
    recordedAt: new Date(Date.parse(head.recorded_at) - n * 5_400_000).toISOString(),
    line: ['browser', 'twilio', 'browser', 'telnyx'][n % 4] ?? null,
    agent: ['concierge', 'concierge', 'reception'][n % 3] ?? null,
    lengthMs: t.nowMs * jitter,
    turns: t.replies.length,
    waitP50Ms: waits[Math.floor(waits.length / 2)] ?? null,
    waitP95Ms: waits.at(-1) ?? null,
    interruptions: t.interruptions.length,
    cutOffs: n % 11 === 3 ? 1 : 0,
    failures: id.includes('failures') ? 3 : 0,
    cost: n % 5 === 0 ? null : (t.nowMs / 1000) * 0.0021 * jitter,
    end: ['user_left', 'agent_ended', 'user_left', null][n % 4] ?? null,
    fault: null,
  };
}

const FAULTY: CallRow = {
  id: 'archive/ses_damaged.jsonl', recordedAt: '', line: null, agent: null, lengthMs: 0, turns: 0, waitP50Ms: null, waitP95Ms: null,
  interruptions: 0, cutOffs: 0, failures: 0, cost: null, end: null,
  fault: { code: 'recording_invalid', message: 'line 214 is not JSON: unexpected end of input', docs: 'errors.md#recording_invalid' },
};

let all: Promise<readonly CallRow[]> | undefined;
function rows(): Promise<readonly CallRow[]> {
  const ids = [...names, ...Array.from({ length: copies }, (_, n) => `copies/${n}-${names[n % names.length] ?? ''}`)];
  all ??= Promise.all(ids.map(rowOf)).then((made) => [...made.slice(0, 5), FAULTY, ...made.slice(5)]);
  return all;
}

const NUMERIC: readonly Column[] = ['lengthMs', 'turns', 'waitP50Ms', 'waitP95Ms', 'interruptions', 'cutOffs', 'failures', 'cost'];

async function calls(query: URLSearchParams): Promise<CallsResponse> {
  const sort = (query.get('sort') ?? 'recordedAt') as Column;
  const text = query.get('query') ?? '';
  const over = /wait p95 >=? ([\d.]+)/u.exec(text);
  const known = await rows();
  const matched = known.filter((row) => over === null || (row.waitP95Ms ?? 0) > Number(over[1]) * 1000);
  const sign = query.get('order') === 'asc' ? 1 : -1;
  const sorted = matched.toSorted((a, b) => ((a[sort] ?? '') < (b[sort] ?? '') ? -sign : (a[sort] ?? '') > (b[sort] ?? '') ? sign : 0));
  const offset = Number(query.get('offset'));
  const histograms = Object.fromEntries(NUMERIC.map((column) => {
    const values = matched.map((row) => row[column]).filter((value): value is number => typeof value === 'number');
    const [from, to] = [Math.min(...values), Math.max(...values)];
    const counts = Array.from({ length: 24 }, () => 0);
    for (const value of values) counts[Math.min(23, Math.floor(((value - from) / Math.max(1e-9, to - from)) * 24))]! += 1;
    return [column, { from, to, counts }];
  }));
  return {
    total: known.length, indexed: known.length, matched: matched.length, rows: sorted.slice(offset, offset + Number(query.get('limit'))),
    understood: over === null ? [] : [`wait p95 above ${over[1]} s`], notUnderstood: text.includes('?') ? '?' : null, currency: 'USD', histograms,
  };
}

async function detail(id: string): Promise<CallDetail> {
  const recording = await read(id);
  const t = timelineOf(recording);
  const row = (await rows()).find((one) => one.id === id) ?? (await rowOf(id, 0));
  const lines: TranscriptLine[] = [
    ...t.words.map((w): TranscriptLine => ({ atMs: w.fromMs, who: 'user', text: w.text, heardChars: w.final ? w.text.length : 0, kind: w.final ? 'message' : 'interim', words: spread(w.text, w.fromMs, w.toMs) })),
    ...t.utterances.map((u): TranscriptLine => ({ atMs: u.fromMs, who: 'agent', text: u.text, heardChars: u.heard === null ? u.text.length : u.heard.length, kind: 'message', words: spread(u.heard ?? u.text, u.fromMs, u.toMs ?? t.nowMs) })),
    ...t.calls.map((c): TranscriptLine => ({ atMs: c.fromMs, who: 'function', text: `${c.name}()`, heardChars: 0, kind: 'message', words: [] })),
  ];
  const { ports } = recording.head as unknown as { ports: { stt: { name: string }; tts: { name: string } } };
  return {
    row: { ...row, lengthMs: t.nowMs }, config: recording.head.config, ports: { stt: ports.stt.name, tts: ports.tts.name, model: 'built-in rules', turns: null },
    splices: [], ownStages: [], audio: { user: true, agent: true },
    timeline: { ...t, windows: [], microphone: [], loudspeaker: [] },
    transcript: lines.toSorted((a, b) => a.atMs - b.atMs),
    requests: t.replies.map((r, n) => ({ stream: `s${n}`, turn: r.turn, fromMs: r.fromMs, toMs: r.toMs, firstTextMs: r.textAtMs, outcome: r.reason ?? 'complete' })),
    functions: t.calls.map((c) => ({ id: c.id, name: c.name, arguments: '{"people":2,"hour":8}', fromMs: c.fromMs, toMs: c.toMs, result: '{"booked":true,"table":4}' })),
    usage: { model: { prompt_tokens: 1840, completion_tokens: 212, requests: 6 }, stt: { audio_seconds: 26.2 }, tts: { characters: 412 } },
    failures: row.failures > 0 ? [{ atMs: 2400, code: 'tts_failed', message: 'The voice did not answer within 4 s.', docs: 'errors.md#tts_failed' }] : [],
    warnings: [],
  };
}

function spread(text: string, fromMs: number, toMs: number): TranscriptLine['words'] {
  const words = [...text.matchAll(/\S+/gu)];
  const per = (toMs - fromMs) / Math.max(1, text.length);
  return words.map((w) => ({ fromMs: fromMs + w.index * per, toMs: fromMs + (w.index + w[0].length) * per, fromChar: w.index, toChar: w.index + w[0].length }));
}

async function part(query: URLSearchParams): Promise<CallPart> {
  const t = timelineOf(await read(query.get('id') ?? ''));
  const [from, to, bins] = ['from', 'to', 'bins'].map((name) => Number(query.get(name))) as [number, number, number];
  const side = (spans: readonly Span[], seed: number): number[] =>
    Array.from({ length: bins }, (_, bin) => {
      const ms = from + ((bin + 0.5) * (to - from)) / bins;
      const inside = spans.some((span) => ms >= span.fromMs && ms < (span.toMs ?? t.nowMs));
      const syllable = Math.abs(Math.sin(ms / (61 + seed))) * (0.55 + 0.45 * Math.sin(ms / (401 + seed) + seed));
      const grain = Math.abs(Math.sin(ms * 12.9898 + seed) * 43758.5453) % 1;
      return inside ? Math.min(1, 0.05 + Math.max(0, syllable) * (0.35 + 0.5 * grain)) : grain * 0.006;
    });
  const windows = t.windows.filter((window) => window.toMs >= from && window.fromMs < to);
  return { windows: to - from > 120_000 ? [] : windows, user: side(t.voiced.length > 0 ? t.voiced : t.speech, 3), agent: side(t.utterances, 11) };
}

async function steps(id: string): Promise<CallSteps> {
  const t = timelineOf(await read(id));
  const moments = [
    ...t.speech.flatMap((s, n) => [{ atMs: s.fromMs, edge: 'activity', event: `speech of segment ${n + 1} begins`, to: 'speaking' }, { atMs: s.toMs ?? t.nowMs, edge: 'activity', event: `speech of segment ${n + 1} ends`, to: 'awaits words' }]),
    ...t.words.map((w) => ({ atMs: w.toMs, edge: 'transcript', event: `${w.final ? 'final' : 'interim'} "${w.text}"`, to: 'awaits its end' })),
    ...t.replies.map((r) => ({ atMs: r.fromMs, edge: 'userTurn', event: `turn ${r.turn} is committed`, to: 'silent' })),
    ...t.utterances.map((u) => ({ atMs: u.fromMs, edge: 'playout', event: `utterance ${u.utterance} is heard`, to: 'silent' })),
  ].toSorted((a, b) => a.atMs - b.atMs);
  return {
    steps: moments.map(({ atMs, edge, event, to }, step) => ({
      step, atMs, edge, event,
      decisions: step % 3 === 1 ? [{ kind: 'commit', text: `turn ${step} is committed`, reason: { by: 'endpointing', rule: 'turn-taking.md#when-the-users-turn-ends', text: '0.5 s of silence since the last voice, 0.5 s needed; 4 words, a whole sentence', numbers: { silenceMs: 500 } } }] : [],
      waits: step % 3 === 1 ? [] : [{ by: 'interruption', rule: 'turn-taking.md#what-interrupts-the-agent', text: 'not interrupted: 320 ms of voice, 500 ms needed', numbers: { voiceMs: 320, neededMs: 500 } }],
      after: { user: to, reply: edge === 'playout' ? 'audible' : 'none', queue: step % 4 === 0 ? ['turn 2'] : [], functions: [], ending: 'no' },
    })),
    graph: [
      { edge: 'audioIn', from: 'transport', to: ['vad', 'stt'] }, { edge: 'textIn', from: 'transport', to: ['floor'] },
      { edge: 'activity', from: 'vad', to: ['stt', 'endpointing', 'interruption', 'floor'] }, { edge: 'transcript', from: 'stt', to: ['endpointing', 'interruption', 'floor'] },
      { edge: 'userTurn', from: 'endpointing', to: ['floor'] }, { edge: 'interruption', from: 'interruption', to: ['floor'] },
      { edge: 'reply', from: 'handler', to: ['floor', 'functions'] }, { edge: 'functionCalls', from: 'functions', to: ['floor'] }, { edge: 'functionResults', from: 'functions', to: ['handler'] },
      { edge: 'turns', from: 'floor', to: ['handler'] }, { edge: 'speech', from: 'floor', to: ['tts'] }, { edge: 'playout', from: 'tts', to: ['transport', 'floor'] },
    ],
    difference: null,
  };
}

const SLIDERS = [
  { name: 'min_endpointing_delay', label: 'Shortest pause before an answer', min: 0.1, max: 1.5, step: 0.05, unit: 's', value: 0.5 },
  { name: 'max_endpointing_delay', label: 'Longest pause before an answer', min: 0.5, max: 6, step: 0.1, unit: 's', value: 3 },
  { name: 'interrupt_time_threshold', label: 'Voice that interrupts', min: 0.1, max: 2, step: 0.05, unit: 's', value: 0.25 },
  { name: 'interrupt_word_threshold', label: 'Words that interrupt', min: 0, max: 5, step: 1, unit: 'words', value: 0 },
  { name: 'vad.activation_threshold', label: 'Probability that counts as voice', min: 0.1, max: 0.95, step: 0.05, unit: '', value: 0.5 },
  { name: 'vad.min_silence_duration', label: 'Silence that ends speech', min: 0.1, max: 1.2, step: 0.05, unit: 's', value: 0.55 },
];

async function runWhatIf(body: { id: string; changes: Record<string, number> }): Promise<object> {
  const began = performance.now();
  const recording = await read(body.id);
  const result = await whatIf(recording, body.changes);
  const own = timelineOf(recording);
  const draw = (outcome: (typeof result)['after']): Timeline => ({
    ...emptyTimeline, nowMs: own.nowMs, isEnded: true, voiced: own.voiced, speech: own.speech, words: own.words,
    replies: outcome.turns.map((turn) => ({ turn: turn.turn, fromMs: turn.committedMs, toMs: turn.audibleMs ?? turn.committedMs, textAtMs: null, chunks: [], reason: turn.reply })),
    waits: outcome.turns.flatMap((turn) => (turn.audibleMs === null ? [] : [{ fromMs: turn.quietMs, toMs: turn.audibleMs }])),
    utterances: outcome.agent.map((sound, n) => ({ utterance: `u${n}`, fromMs: sound.fromMs, toMs: sound.toMs, cut: false, text: sound.text, repeatedChars: 0, heard: sound.text, unheardMs: 0, words: [] })),
    interruptions: outcome.interruptions.map(({ atMs, words }) => ({ atMs, text: `after ${words} words` })),
  });
  return { result, before: draw(result.before), after: draw(result.after), config: JSON.stringify(body.changes, null, 2), tookMs: performance.now() - began };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const id = url.searchParams.get('id') ?? '';
  const body = request.method === 'POST' ? JSON.parse(Buffer.concat(await request.toArray()).toString()) : {};
  const json = (value: unknown): void => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  switch (url.pathname) {
    case '/api/calls': return json(await calls(url.searchParams));
    case '/api/call': return json(await detail(id));
    case '/api/part': return json(await part(url.searchParams));
    case '/api/steps': return json(await steps(id));
    case '/api/request': return json({ messages: [{ role: 'system', content: 'You are the concierge.' }, { role: 'user', content: 'hello' }], chunks: [{ atMs: 1200, value: 'Hello!' }] });
    case '/api/sliders': return json({ sliders: SLIDERS });
    case '/api/what-if': return json(await runWhatIf(body));
    case '/api/score': return json({ path: 'scores/ses.score.ts', source: "score('a call', …)", passed: false, difference: '        1s      2s\nuser    [a table]\nagent            [hello]', omitted: ['noise'] });
    case '/api/sweep': {
      const axes = body.axes.map(({ name, from, to, count }: { name: string; from: number; to: number; count: number }) => ({ name, values: Array.from({ length: count }, (_, n) => Math.round((from + ((to - from) * n) / (count - 1)) * 1000) / 1000) }));
      const done = await sweep(body.ids.map((name: string) => ({ name, read: () => read(name) })), axes, { progress: (n, runs) => response.write(`${JSON.stringify({ done: n, runs })}\n`) });
      const cells = done.cells.map(({ changes, isRecorded, isEfficient, summary }) => ({ changes, isRecorded, isEfficient, waitMeanMs: summary.waitMs?.mean ?? null, cutOff: summary.cutOff, falseInterruptions: summary.falseInterruptions }));
      return void response.end(`${JSON.stringify({ ran: done.ran, failed: [], cells })}\n`);
    }
    default: {
      if (url.pathname.startsWith('/api/')) { response.statusCode = 404; return json({ code: 'not_found', message: 'There is no audio in this double.', docs: 'errors.md' }); }
      const name = url.pathname === '/' ? '/index.html' : url.pathname;
      response.setHeader('content-security-policy', CSP).setHeader('content-type', TYPES[extname(name)] ?? 'text/plain');
      return void response.end(await readFile(join(PAGE, name)));
    }
  }
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.statusCode = 500;
    response.end(JSON.stringify({ code: 'internal', message: String(error) }));
  });
}).listen(Number(process.env['PORT'] ?? 4870), '127.0.0.1');

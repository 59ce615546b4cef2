import * as fc from 'fast-check';
import { from, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ChatCompletionChunk } from '../../src/core/chunk.ts';
import type { Head, Line } from '../../src/record/format.ts';
import { createLineWriter } from '../../src/record/lineWriter.ts';
import { parseRecording } from '../../src/record/read.ts';
import type { Redact } from '../../src/record/redact.ts';
import { replay } from '../../src/replay/replay.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { chunk, finish, toolCallChunk } from '../../src/testing/doubles/chunks.ts';
import { runs } from '../properties/runs.ts';
import { recorder } from '../replay/record.ts';
import { createTestSession, type TestSessionOptions } from '../support/testSession.ts';
import { aText, cuts, masks, piecesOf, REDACTIONS, SECRET } from './redactions.ts';

const HEAD = { format: 1, config: {} } as Head;

/** Writes lines as a recording does. `written`: how many lines have reached the sink after each of them. */
function write(
  lines: readonly Line[],
  redact: Redact,
): { readonly texts: readonly string[]; readonly written: number[] } {
  const texts: string[] = [];
  const written: number[] = [];
  const sink = { write: (line: string) => texts.push(line) > 0, close: () => {} };
  const writer = createLineWriter(sink, { redact, mask: (json) => json, failed: (message) => expect.fail(message) });
  writer.head(HEAD);
  for (const line of lines) {
    writer.line(line);
    written.push(texts.length - 1);
  }
  writer.close();
  return { texts, written };
}

const chunkLine = (t: number, v: unknown): Line => ({ t, in: 'llm.0', v });
const replyLine = (t: number, delta: string): Line => ({
  t,
  out: 'reply',
  v: { kind: 'text', turn: 1, round: 0, delta },
});
const speechLine = (t: number, text: string): Line => ({
  t,
  out: 'speech',
  v: { kind: 'text', utterance: 'u1.0', text },
});
const windowLine = (t: number): Line => ({ t, in: 'vad', v: 0.5 });
const MAKERS = [
  (t: number, text: string) => chunkLine(t, chunk(text)),
  (t: number, text: string) => chunkLine(t, toolCallChunk({ arguments: text })),
  replyLine,
  speechLine,
];

/** The text that a line has of a stream. */
function textIn(line: Line): string {
  const { delta, text, ...chunk } = ('v' in line ? line.v : {}) as Piece & Partial<ChatCompletionChunk>;
  const { content, tool_calls: calls } = chunk.choices?.[0]?.delta ?? {};
  return [content, calls?.[0]?.function?.arguments, delta, text].find((found) => typeof found === 'string') ?? '';
}

type Piece = Readonly<Partial<Record<'delta' | 'text', string>>>;

describe('a recording', () => {
  test('never holds what is rewritten, however its text is cut, and keeps its lines in their order', () => {
    fc.assert(
      fc.property(
        aText,
        cuts,
        fc.constantFrom(...MAKERS),
        fc.constantFrom(...REDACTIONS),
        fc.boolean(),
        (text, at, make, redact, ends) => {
          const lines = piecesOf(text, at).flatMap((piece, n) => [make(n, piece), windowLine(n)]);
          const { texts } = write([...lines, ...(ends ? [{ t: 99, in: 'llm.0', end: true } as const] : [])], redact);
          const read = texts.slice(1).map((line) => JSON.parse(line) as Line);
          expect(read.map(({ t }) => t)).toEqual(lines.map(({ t }) => t).concat(ends ? [99] : []));
          expect(read.map(textIn).join('')).toBe(redact(text, 'text'));
        },
      ),
      runs(25),
    );
  });

  test.each([
    ['the stream', { t: 3, in: 'llm.0', end: true }],
    ['its failure', { t: 3, in: 'llm.0', error: { message: 'gone' } }],
    ['who leaves it', { t: 3, out: 'left', v: 'llm.0' }],
  ] satisfies readonly (readonly [string, Line])[])('holds lines back until a text is complete: %s', (_, end) => {
    const lines = [windowLine(0), chunkLine(1, chunk('47')), windowLine(2), chunkLine(2, chunk('11')), end];
    expect(write(lines, masks).written).toEqual([1, 1, 1, 1, 5]);
  });

  test('holds lines back for a minute at most', () => {
    const lines = [chunkLine(0, chunk('4711')), windowLine(60_000), windowLine(60_001)];
    const { texts, written } = write(lines, masks);
    expect(written).toEqual([0, 0, 3]);
    expect(texts.join('')).not.toContain(SECRET);
  });

  test('holds back 2 MiB at most', () => {
    const pcm = 'A'.repeat(1024 * 1024);
    const audio: Line = { t: 1, in: 'audio', v: { samples: 1, rate: 16_000, pcm } };
    expect(write([chunkLine(0, chunk('4711')), audio, audio], masks).written).toEqual([0, 0, 3]);
  });

  test('holds a line as it was when it came', () => {
    const v = { kind: 'text', turn: 1, round: 0, delta: 'hello' };
    const { texts } = write(
      [
        { t: 0, out: 'reply', v },
        { t: 1, out: 'event', v: { name: 'x', seq: 0 } },
      ],
      masks,
    );
    v.delta = 'changed';
    expect(texts.join('')).toContain('hello');
  });

  test('rewrites what two segments of a turn said as one text', () => {
    const final = (segment: number, text: string): Line => ({
      t: segment,
      in: 'stt',
      v: { kind: 'final', segment, text },
    });
    const turn: Line = { t: 2, out: 'userTurn', v: { turn: 1, text: '47 11' } };
    const redact: Redact = (text) => text.replaceAll('47 11', '00 00');
    const { texts } = write([final(0, 'it is 47'), final(1, '11'), turn], redact);
    expect(texts.slice(1).map((line) => textIn(JSON.parse(line)))).toEqual(['it is 00', '00', '00 00']);
  });

  test('cuts what was heard of a text from the rewritten text', () => {
    const redact: Redact = (text) => text.replaceAll('47 11', '00 00');
    const stopped: Line = {
      t: 2,
      out: 'playout',
      v: {
        kind: 'stopped',
        utterance: 'u1.0',
        samples: 1,
        heard: 'it is 47',
        whole: false,
        by: 'estimate',
        heardBy: 'reported',
      },
    };
    const ended: Line = { t: 3, out: 'speech', v: { kind: 'ended', utterance: 'u1.0', reason: 'interrupted' } };
    const { texts } = write([speechLine(0, 'it is 4'), speechLine(1, '7 11 indeed'), stopped, ended], redact);
    expect(JSON.parse(texts[3] ?? '')).toMatchObject({ v: { heard: 'it is 00' } });
  });

  test('cuts what was heard behind repeated words from the rewritten text', () => {
    const redact: Redact = (text) => text.replaceAll('47 11', '00 00');
    const ended: Line = { t: 1, out: 'speech', v: { kind: 'ended', utterance: 'u1.0', reason: 'complete' } };
    const message = { role: 'assistant', content: '11 indeed', name: null, tool_call_id: null } as const;
    const added: Line = { t: 2, out: 'event', v: { name: 'on_agent_message_added', input: { message } } } as never;
    const { texts } = write([speechLine(0, 'it is 47 11 indeed'), ended, added], redact);
    expect(texts[3]).toContain('"content":"00 indeed"');
  });

  test('waits for the final of a segment whose interims came before the turn was committed', () => {
    const spoken = (kind: string, segment: number, text: string): Line => ({
      t: 0,
      in: 'stt',
      v: { kind, segment, text },
    });
    const turn: Line = { t: 0, out: 'userTurn', v: { turn: 1, text: 'hello' } };
    const lines = [spoken('final', 0, 'hello'), spoken('interim', 1, '47'), turn, spoken('final', 1, '4711'), turn];
    const { texts, written } = write(lines, masks);
    expect(written).toEqual([0, 0, 1, 1, 5]);
    expect(textIn(JSON.parse(texts[2] ?? ''))).toBe('00');
  });
});

const TELL_ME: TestSessionOptions = {
  voice: [{ atMs: 320, forMs: 1280 }],
  says: ['my number is 4711'],
};

async function recorded(options: TestSessionOptions, redact: Redact, forMs = 8000) {
  const record = recorder({ redact });
  const { clock, session, history } = createTestSession({ ...TELL_ME, ...options, options: { record } });
  await clock.run(forMs);
  session.close('ended_by_api');
  await clock.advance(1000);
  return { text: record.lines.join('\n'), recording: parseRecording(`${record.lines.join('\n')}\n`), history };
}

describe('a session whose texts are cut', () => {
  const answer = ['You', ' said 4', '71', '1, ', 'and 47', '11', ' again.'];

  test.each(['sentences', 'tokens'] as const)('is replayed without a difference: %s', async (accepts) => {
    const llm_response_handler = () => from([...answer.map((text) => chunk(text)), finish()]);
    const { text, recording, history } = await recorded({ agent: { llm_response_handler }, tts: { accepts } }, masks);
    expect(history()).toEqual(['user: my number is 4711', 'assistant: You said 4711, and 4711 again.']);
    expect(text).not.toContain(SECRET);
    const deltas = recording.lines.flatMap((line) => ('in' in line && line.in === 'llm.0' ? [textIn(line)] : []));
    expect(deltas.join('')).toBe('You said 0000, and 0000 again.');
    expect((await replay(recording)).difference).toBe(null);
  });

  test('is replayed without a difference where it was interrupted', async () => {
    const llm_response_handler = () => from([...answer.map((text) => chunk(text)), chunk(' '.repeat(3)), finish()]);
    const voice = [...(TELL_ME.voice ?? []), { atMs: 3000, forMs: 1600 }];
    const says = ['my number is 4711', 'no it is not'];
    const { text, recording } = await recorded({ agent: { llm_response_handler }, voice, says }, masks);
    expect(text).toContain('on_agent_interrupted');
    expect(text).not.toContain(SECRET);
    expect((await replay(recording)).difference).toBe(null);
  });

  test('shows nothing of a number in the arguments of a call', async () => {
    const parameters = z.object({ number: z.string() });
    const dial = defineFunction({ description: 'Dials', parameters, execute: ({ number }) => `dialled ${number}` });
    let calls = 0;
    const call = [
      toolCallChunk({ id: 'call_a', name: 'dial', arguments: '{"number":"47' }),
      toolCallChunk({ arguments: '11' }),
      toolCallChunk({ arguments: '"}' }),
      finish('tool_calls'),
    ];
    const llm_response_handler = () => (calls++ === 0 ? from(call) : of(chunk('Done.'), finish()));
    const { text, recording } = await recorded({ agent: { llm_response_handler, functions: { dial } } }, masks);
    expect(text).toContain('dialled 0000');
    expect(text).not.toContain(SECRET);
    expect(text).not.toMatch(/number\\?\\?\\?":\\?\\?\\?"47/u);
    expect((await replay(recording)).difference).toBe(null);
  });
});

describe('reasoning that comes in elements of a list', () => {
  const detail = (text: string) => ({ type: 'reasoning.text', text });
  const details = [detail('it is 47'), detail('11, I think')];

  test.each<[string, Line]>([
    ['its chunk', chunkLine(0, { choices: [{ index: 0, delta: { reasoning_details: details } }] })],
    ['the round', { t: 0, out: 'reply', v: { kind: 'round', turn: 1, round: 0, extra: { message: { details } } } }],
    ['a message', { t: 0, in: 'asked', v: { messages: [{ role: 'assistant', content: '', details }] } }],
  ])('is redacted as one text: %s', (_, line) => {
    const [, written] = write([line], masks).texts;
    expect(written).toContain('"it is 00"');
    expect(written).toContain('"00, I think"');
  });
});

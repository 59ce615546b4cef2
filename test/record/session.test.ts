import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Incoming, InLine, Line, OutLine } from '../../src/record/format.ts';
import { recordTo } from '../../src/record/recordTo.ts';
import type { RecordOptions } from '../../src/record/recordTo.ts';
import { defineFunction } from '../../src/session/agent.ts';
import { recorder } from '../replay/record.ts';
import type { KeptRecorder } from '../replay/record.ts';
import { rig } from '../support/rig.ts';
import type { Rig, RigOptions } from '../support/rig.ts';

const TELL_ME = { voice: [{ atMs: 320, forMs: 640 }], says: ['my number is 4711'], llm: ['We open at nine.'] };

async function recorded(
  options: RecordOptions = {},
  piece: RigOptions = TELL_ME,
): Promise<KeptRecorder & { rig: Rig }> {
  const record = recorder(options);
  const made = rig({ ...piece, options: { ...piece.options, record } });
  await made.clock.run(6000);
  made.session.close('ended_by_api');
  await made.clock.advance(1000);
  return { ...record, rig: made };
}

function came(lines: readonly Line[], stream: string): readonly InLine[] {
  return lines.filter((line): line is InLine => 'in' in line && line.in === stream);
}

function told(lines: readonly Line[], name: string): readonly OutLine[] {
  return lines.filter((line): line is OutLine => 'out' in line && line.out === name);
}

describe('a recording holds', () => {
  test('what the session was made of, without keys and session data', async () => {
    const { lines, recording } = await recorded({}, { ...TELL_ME, config: { session_data: { card: '5555' } } });
    const { head } = recording();
    expect(head).toMatchObject({
      format: 1,
      session: 'ses_test',
      config: { stt: { provider: 'deepgram', api_key: '***' } },
      ports: { vad: { sampleRate: 16_000, windowSamples: 512 }, stt: { name: 'stt-double', finalTimeoutMs: 1000 } },
      io: { streams: ['textIn', 'muted', 'connected'] },
      audio: false,
    });
    expect(lines.join()).not.toContain('5555');
  });

  test('every window, transcript, chunk, piece of speech and report, each at its time', async () => {
    const { lines } = (await recorded()).recording();
    expect(came(lines, 'vad').filter(({ v }) => v === 0.9)).toHaveLength(20);
    expect(came(lines, 'stt').at(-1)).toMatchObject({ t: 1586, v: { kind: 'final', text: 'my number is 4711' } });
    expect(came(lines, 'llm.0').map(({ v, end }) => end ?? (v as never)['choices'][0]['delta']['content'])).toEqual([
      '',
      'We',
      ' open',
      ' at',
      ' nine.',
      undefined,
      true,
    ]);
    expect(came(lines, 'tts.0')[0]).toMatchObject({ v: { kind: 'words' } });
    expect(came(lines, 'report').at(-1)).toMatchObject({ t: 2546, v: { kind: 'finished', playedSamples: 15_360 } });
  });

  test('every event, in the one order, and why the session ended', async () => {
    const {
      lines,
      rig: { log },
    } = await recorded().then(({ recording, rig }) => ({ ...recording(), rig }));
    const events = told(lines, 'event').map(({ t, v }) => `${t} ${(v as { name: string }).name.slice(3)}`);
    expect(events).toEqual(log.map((line) => line.split(':')[0]));
    expect(lines.at(-1)).toMatchObject({ out: 'ended', v: 'ended_by_api' });
  });

  test('the results of functions, and what they asked of the session', async () => {
    const greet = defineFunction({
      description: 'greets',
      parameters: z.object({ who: z.string() }),
      execute: ({ who }, { session }) => {
        session.say(`Hello ${who}.`);
        return { greeted: who };
      },
    });
    const llm = [{ calls: [{ name: 'greet', arguments: { who: 'Ann' } }] }, 'Done.'];
    const { lines } = (await recorded({}, { ...TELL_ME, llm, agent: { functions: { greet } } })).recording();
    expect(came(lines, 'fn.0')).toMatchObject([{ v: { content: '{"greeted":"Ann"}' } }, { end: true }]);
    expect(came(lines, 'asked')[1]).toMatchObject({ by: 'fn.0', v: { kind: 'say', text: 'Hello Ann.' } });
  });
});

describe('what is kept of people', () => {
  test('is no audio, unless it is asked for', async () => {
    const without = (await recorded()).recording();
    const kept = (await recorded({ audio: true })).recording();
    expect(came(without.lines, 'audio')[0]?.v).toEqual({ samples: 512, rate: 16_000 });
    const frame = came(kept.lines, 'audio')[12]?.v as Incoming['audio'] | undefined;
    expect(Buffer.from(frame?.pcm ?? '', 'base64')).toHaveLength(1024);
  });

  test('is rewritten before it is written, wherever it stands', async () => {
    const { lines, rig } = await recorded({ redact: (text) => text.replaceAll(/\d/gu, '#') });
    expect(rig.history()).toContain('user: my number is 4711');
    expect(lines.join()).not.toContain('4711');
    expect(lines.join()).toContain('my number is ####');
  });
});

describe('recording', () => {
  test('changes nothing', async () => {
    const { rig: observed } = await recorded();
    const alone = rig(TELL_ME);
    await alone.clock.run(6000);
    expect(observed.log).toEqual(alone.log);
  });

  test('leaves nothing behind', async () => {
    const {
      rig: { clock, ledger },
    } = await recorded({}, { ...TELL_ME, transport: {} });
    await clock.run(10_000);
    expect(ledger.open()).toEqual({});
  });

  test('of what is written too slowly says how much is missing, and that it is', async () => {
    const lines: string[] = [];
    let full = false;
    const record = recordTo(() => ({ write: (line) => !full && lines.push(line) > 0, close: () => {} }));
    const { clock, errors, session } = rig({ ...TELL_ME, options: { record } });
    await clock.run(100);
    full = true;
    await clock.run(200);
    full = false;
    await clock.run(300);
    session.close('ended_by_api');
    const missing = lines.map((line) => JSON.parse(line) as Line).filter((line) => 'dropped' in line);
    expect(missing).toMatchObject([{ t: 224, dropped: 7 }]);
    expect(errors.map(({ code }) => code)).toEqual(['recording_failed']);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { levelsWithin } from '../../src/draw/envelope.ts';
import type { Metric } from '../../src/core/metric.ts';
import type { Timeline } from '../../src/draw/model.ts';
import type { Line, Outgoing, Recording } from '../../src/record/format.ts';
import { timelineOf } from '../../src/replay/timeline.ts';
import { conversation, CONVERSATION, kitchen, recorded } from '../draw/support/recorded.ts';
import { playSession } from '../support/playSession.ts';
import { LONG, TELL_ME, coughs } from '../support/userActions.ts';
import { recorder } from './record.ts';

let recording: Recording;
let session: Timeline;
beforeAll(async () => {
  recording = await conversation();
  session = timelineOf(recording);
});

/** The turns whose answers are measured. */
const ANSWERED = [1, 2, 4];

/** The same line; if it is a measurement, with this in it. */
function measured(line: Line, changes: (metric: Metric) => Partial<Metric>): Line {
  if (!('out' in line) || line.out !== 'metrics') return line;
  const metric = line.v as Metric;
  return { ...line, v: { ...metric, ...changes(metric) } };
}

const seconds = (ms: number | null | undefined): number => Math.round((ms ?? NaN) / 100) / 10;

/** Records a conversation in which a cough cuts the agent behind "My grandmother". */
async function resumed(): Promise<Recording> {
  const kept = recorder();
  await playSession({ user: [TELL_ME, coughs(3744)], llm: [LONG], options: { record: kept } });
  return kept.recording();
}

describe('the timeline of a recording', () => {
  it('is over where the session was', () => {
    expect([seconds(session.nowMs), session.isEnded]).toEqual([26, true]);
  });

  it("has the user's voice from its start to its end, and VAD a little later", () => {
    expect(session.voiced.map(({ fromMs, toMs }) => [seconds(fromMs), seconds(toMs)])).toEqual([
      [2.6, 4.1],
      [8.2, 9.1],
      [13, 13.7],
      [14.4, 15.5],
    ]);
    for (const [index, { fromMs, toMs }] of session.speech.entries()) {
      expect(fromMs - (session.voiced[index]?.fromMs ?? NaN)).toBe(64);
      expect((toMs ?? NaN) - (session.voiced[index]?.toMs ?? NaN)).toBe(576);
    }
  });

  it('has a probability for each window, side by side', () => {
    expect(session.windows.length).toBeGreaterThan(700);
    expect(new Set(session.windows.map(({ fromMs, toMs }) => toMs - fromMs))).toEqual(new Set([32]));
    expect(session.windows.filter(({ probability }) => probability > 0.2 && probability < 0.4)).toHaveLength(4);
    expect(session.threshold).toBe(0.5);
  });

  it('keeps windows together that come in bursts, and begins anew after a pause', () => {
    const probability = (t: number): Line => ({ t, in: 'vad', v: 0.1 });
    const lines = [100, 140, 140, 160, 900].map(probability);
    const { windows } = timelineOf({ ...recording, lines });
    expect(windows.map(({ toMs }) => toMs)).toEqual([64, 96, 128, 160, 900]);
  });

  it('has each window where its audio was, though the first ones were held up', () => {
    const lines = [1100, 1100, 1100, 1100, 1100, 1132].map((t): Line => ({ t, in: 'vad', v: 0.1 }));
    const { windows } = timelineOf({ ...recording, lines });
    expect(windows.map(({ toMs }) => toMs)).toEqual([972, 1004, 1036, 1068, 1100, 1132]);
  });

  it('goes with a microphone whose clock is fast', () => {
    const lines = Array.from({ length: 8000 }, (_, index): Line => ({ t: (index + 1) * 31.99, in: 'vad', v: 0.1 }));
    const { windows } = timelineOf({ ...recording, lines });
    const early = windows.map(({ toMs }, index) => (lines[index]?.t ?? NaN) - toMs);
    expect(Math.max(...early)).toBeLessThan(10);
  });

  it('knows how loud it was, if audio was kept', async () => {
    expect(levelsWithin(session.microphone, 2600, 4100).length).toBeGreaterThan(25);
    expect(levelsWithin(session.microphone, 5000, 8000)).toEqual([]);
    const { microphone } = timelineOf(await recorded(CONVERSATION, 5000));
    expect(microphone).toEqual([]);
  });

  it('has the words where they were spoken, and the times of their transcripts', () => {
    expect(session.words.map(({ text, final, fromMs }) => [text, final, seconds(fromMs)])).toEqual([
      ['When do you open on Sunday?', true, 2.6],
      ['Wait, and on Monday?', true, 8.2],
      ['I would like a table', true, 13],
      ['for four, by the window.', true, 14.4],
    ]);
    expect(session.words[0]?.interims).toHaveLength(5);
  });

  it('has the replies of the model, and none where it was not called', () => {
    expect(session.replies.map(({ turn, reason }) => [turn, reason])).toEqual([
      [1, 'complete'],
      [2, 'complete'],
      [3, 'complete'],
      [4, 'complete'],
    ]);
    expect(session.replies[3]?.chunks.map(({ text }) => text).join('')).toContain('A table for four');
  });

  it('has functions from their call to their results', () => {
    expect(session.calls).toMatchObject([{ name: 'opening_hours' }]);
    expect(session.calls[0]?.toMs).not.toBeNull();
  });

  it('has functions in the background up to their final results, with their progress', async () => {
    const { calls } = timelineOf(await kitchen());
    const [kitchenCall, table, hours] = calls;
    const { fromMs = 0, toMs: sinceMs } = hours ?? {};
    expect(hours).toEqual({ id: 'call-2', name: 'opening_hours', fromMs, toMs: fromMs + 400 });
    expect(kitchenCall).toEqual({
      id: 'call-0',
      name: 'ask_kitchen',
      fromMs,
      toMs: fromMs + 9000,
      background: {
        sinceMs,
        policy: 'when_idle',
        progress: [{ atMs: fromMs + 3500, text: 'The kitchen looks into its book.' }],
      },
    });
    expect(table).toMatchObject({ toMs: fromMs + 3000, background: { sinceMs, policy: 'interrupt', progress: [] } });
  });

  it('has the synthesis before its audio is heard', () => {
    for (const { utterance, fromMs } of session.utterances) {
      const synthesis = session.syntheses.find((made) => made.utterance === utterance);
      expect(synthesis?.fromMs).toBeLessThan(fromMs);
      expect((synthesis?.audioAtMs ?? NaN) - (synthesis?.fromMs ?? NaN)).toBe(220);
    }
  });

  it('distinguishes text that was heard from text that was only generated', () => {
    const [, cut, whole] = session.utterances;
    expect(cut).toMatchObject({ cut: true, heard: 'Let me look. On Sundays we open at six in the' });
    expect(cut?.text.startsWith(cut.heard ?? '-')).toBe(true);
    expect(cut?.unheardMs).toBeGreaterThan(500);
    expect(whole).toMatchObject({ cut: false, unheardMs: 0 });
  });

  it('has the words that were heard where they were', () => {
    const [first] = session.utterances;
    expect(first?.words.map(({ text }) => text)).toEqual(['Good', 'evening,', 'this', 'is', 'Antiphon.']);
    expect(first?.words[0]?.fromMs).toBe(first?.fromMs);
  });

  it('has what a resumed utterance repeats as heard', async () => {
    const { utterances, syntheses } = timelineOf(await resumed());
    const text = 'My grandmother cooked here for forty years. Today my sister runs the kitchen.';
    expect(utterances[1]).toMatchObject({ repeatedChars: 14, text, heard: text });
    expect(utterances[1]?.words.map(({ text }) => text).slice(0, 3)).toEqual(['My', 'grandmother', 'cooked']);
    expect(syntheses[1]).toMatchObject({ repeatedChars: 14 });
  });

  it('has no place for words that were cut off', () => {
    const [, cut] = session.utterances;
    expect(cut?.words.map(({ text }) => text).slice(-3)).toEqual(['six', 'in', 'the']);
  });

  it('has the waits as the session measured them, each to the first sound of its answer', () => {
    const lines = recording.lines.map((line) => measured(line, ({ turn }) => ({ totalMs: 1000 + turn })));
    const [, first, second, third] = session.utterances;
    expect(timelineOf({ ...recording, lines }).waits).toEqual(
      [first, second, third].map((answer, index) => ({
        fromMs: (answer?.fromMs ?? NaN) - 1000 - (ANSWERED[index] ?? NaN),
        toMs: answer?.fromMs,
      })),
    );
  });

  it('has no wait for an answer that nobody heard', () => {
    const lines = recording.lines.map((line) => measured(line, () => ({ heard: false })));
    expect(timelineOf({ ...recording, lines }).waits).toEqual([]);
  });

  it('measures a wait itself, from the end of the voice to the first sound, where the session did not', () => {
    const lines = recording.lines.filter((line) => !('out' in line && line.out === 'metrics'));
    const [wait] = timelineOf({ ...recording, lines }).waits;
    expect([wait?.fromMs, wait?.toMs]).toEqual([session.voiced[0]?.toMs, session.utterances[1]?.fromMs]);
  });

  it('has the same waits if the first sounds were reported late', () => {
    const late = (line: Line): Line => {
      const v = 'out' in line && line.out === 'playout' ? (line.v as Outgoing['playout']) : undefined;
      return v?.kind === 'started' ? { ...line, t: line.t + 500, v: { ...v, lateMs: 500 } } : line;
    };
    const estimated = recording.lines.filter((line) => !('out' in line && line.out === 'metrics'));
    for (const lines of [recording.lines, estimated]) {
      const { waits } = timelineOf({ ...recording, lines });
      expect(timelineOf({ ...recording, lines: lines.map(late) }).waits).toEqual(waits);
    }
  });

  it('has an interruption where the sound was cut, before its event', () => {
    const event = session.events.find(({ name }) => name === 'on_agent_interrupted');
    expect(session.interruptions).toMatchObject([{ text: 'after 11 words' }]);
    expect((event?.atMs ?? NaN) - (session.interruptions[0]?.atMs ?? NaN)).toBe(80);
  });

  it('has it at its event, if nothing was cleared', () => {
    const message = { role: 'assistant', content: 'Well', name: null, tool_call_id: null };
    const event: Line = { t: 900, out: 'event', v: { name: 'on_agent_interrupted', seq: 0, message } };
    expect(timelineOf({ ...recording, lines: [event] }).interruptions).toEqual([{ atMs: 900, text: 'after 1 word' }]);
  });

  it('has the nine events in their order', () => {
    const times = session.events.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(session.events.map(({ name }) => name)).size).toBe(9);
  });

  it('shows when the client was away or muted', () => {
    expect(session.gaps.map(({ kind, fromMs, toMs }) => [kind, seconds(fromMs), seconds(toMs)])).toEqual([
      ['disconnected', 21.5, 23.5],
      ['muted', 24.5, 26],
    ]);
  });

  it('shows what was not recorded', () => {
    const lines: Line[] = [
      { t: 100, in: 'vad', v: 0 },
      { t: 900, dropped: 40 },
    ];
    expect(timelineOf({ ...recording, lines }).gaps).toEqual([{ kind: 'not recorded', fromMs: 100, toMs: 900 }]);
  });

  it('has what was typed where it was typed', () => {
    const typed = { t: 700, in: 'typed', v: { text: 'hello' } };
    expect(timelineOf({ ...recording, lines: [typed] }).words).toMatchObject([
      { text: 'hello', fromMs: 700, final: true },
    ]);
  });

  it('of a process that ended while it was written goes on at its end', () => {
    const lines = recording.lines.filter(({ t }) => t < 3000);
    const { isEnded: ended, speech } = timelineOf({ ...recording, lines });
    expect([ended, speech.at(-1)?.toMs]).toEqual([false, null]);
  });
});

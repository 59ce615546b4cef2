import { map, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PlayoutCommand, PlayoutReport } from '../../../src/core/playout.ts';
import type { SpeechEvent } from '../../../src/core/turn.ts';
import { playout } from '../../../src/session/standardStages/playout/playout.ts';
import { audio, brief, clear, play, report, spoken, start } from './score.ts';

describe('a cut', () => {
  it.each([
    [249, '549: u played 400, u stopped 400 "one"'],
    [250, '550: u played 400, u stopped 400 "one"'],
    [251, '550: u stopped 299 ""'],
  ])('waits for the client to report how much it played: `cleared` comes after %i ms', (ms, line) => {
    const [, ...lines] = play({ commands: '(sa) 296ms c', reports: `-s ${298 + ms}ms c` });
    expect(lines).toEqual([line]);
  });

  it('without an answer takes the last report and the time from it to the decision', () => {
    const [, , ...lines] = play({ commands: '(sa) 396ms c', reports: '-s 288ms p' });
    expect(lines).toEqual(['650: u stopped 410 "one"']);
  });

  it('but at most what was sent', () => {
    const commandValues = { a: audio(350) };
    const [, , ...lines] = play({ commands: '(sa) 396ms c', reports: '-s 288ms p', commandValues });
    expect(lines).toEqual(['650: u stopped 350 "one"']);
  });

  it('takes no report for less than one before it', () => {
    const [, , ...lines] = play({ commands: '(sa) 396ms c', reports: '-s 288ms q---------p' });
    expect(lines).toEqual(['650: u stopped 700 "one"']);
  });

  it('takes a position that comes after the decision as it is', () => {
    const [, , ...lines] = play({ commands: '(sa) 196ms c', reports: '-s 288ms p' });
    expect(lines).toEqual(['450: u stopped 300 "one"']);
  });

  it('takes the report of the client less its output latency', () => {
    const reportValues = { c: { ...report('cleared', 340), outputLatencyMs: 50 } };
    const [, ...lines] = play({ commands: '(sa) 296ms c', reports: '-s 308ms c', reportValues });
    expect(lines).toEqual(['310: u played 290, u stopped 290 ""']);
  });

  it('is no cut if the client has finished meanwhile', () => {
    const [, ...lines] = play({ commands: '(sae) 995ms c', reports: '-s 1008ms e-c' });
    expect(lines).toEqual(['1010: u played 1000, u stopped 1000 "one three."!']);
  });

  it('before anything was played still stops the utterance, which never started', () => {
    const reportValues = { c: report('cleared', 0) };
    expect(play({ commands: '-(sa)--c', reports: 'P 19ms c', reportValues })).toEqual([
      '1: u sent 1000',
      '20: u stopped 0 ""',
    ]);
  });

  it('keeps an utterance from starting that waits behind another', () => {
    expect(play({ commands: '(sae) 795ms (SA) 96ms C' })).toEqual([
      '0: u sent 1000, u started',
      '800: v sent 1000',
      '1000: u stopped 1000 "one three."!',
      '1150: v stopped 0 ""',
    ]);
  });

  it('of what was never sent emits nothing', () => {
    expect(play({ commands: '-c-C' })).toEqual([]);
  });

  it('is over when the next utterance is being played', () => {
    const [, ...lines] = play({ commands: '(sa) 296ms (cSA)', reports: '-s 398ms S' });
    expect(lines.slice(0, 2)).toEqual(['300: v sent 1000', '400: u stopped 299 "", v started']);
  });

  it('lets nothing in that is spoken later', () => {
    const speech = new Subject<SpeechEvent>();
    const commands = new Subject<PlayoutCommand>();
    const reports = new Subject<PlayoutReport>();
    const seen: string[] = [];
    const running = commands.pipe(playout({ speech, reports }), map(brief)).subscribe((event) => seen.push(event));
    for (const event of spoken()) speech.next(event);
    for (const command of [start(), audio(1000), clear()]) commands.next(command);
    speech.next({ kind: 'text', utterance: 'u', text: ' And more.' });
    reports.next(report('cleared', 1000));
    running.unsubscribe();
    expect(seen.at(-1)).toBe('u stopped 1000 "one three."!');
  });
});

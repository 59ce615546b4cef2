import { map, NEVER, of, Subject, timer, VirtualTimeScheduler } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import type { PlayoutCommand, PlayoutReport } from '../../src/core/playout.ts';
import type { SpeechEvent } from '../../src/core/turn.ts';
import { playout } from '../../src/session/standardStages/playout/playout.ts';
import { audio, brief, clear, COMMANDS, end, play, report, REPORTS, spoken, start } from './playout/score.ts';

describe('a client that never reports', () => {
  it('is measured by the pacing clock throughout', () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ hot, expectObservable }) => {
      const values = { s: start(), a: audio(6), e: end(6) };
      const commands = hot('-sa-e---------|', values);
      const diagram = '     --(as)--e-----|';
      const events = { a: 'u sent 6', s: 'u started', e: 'u stopped 6 ""!' };
      expectObservable(commands.pipe(playout({ speech: NEVER, reports: NEVER }), map(brief))).toBe(diagram, events);
    });
  });

  it('has stopped when the pacing clock has reached the end, or when the end becomes known later', () => {
    const begin = '0: u sent 1000, u started';
    expect(play({ commands: '(sae)' })).toEqual([begin, '1000: u stopped 1000 "one three."!']);
    expect(play({ commands: '(sa) 1496ms e' })).toEqual([begin, '1500: u stopped 1000 "one three."!']);
  });

  it('stands still in a silence between two frames', () => {
    const commandValues = { a: audio(500) };
    expect(play({ commands: '(sa) 696ms (ae)', commandValues })).toEqual([
      '0: u sent 500, u started',
      '700: u sent 1000',
      '1200: u stopped 1000 "one three."!',
    ]);
  });

  it('plays an utterance after the one before, although it was sent earlier', () => {
    expect(play({ commands: '(sae) 795ms (SAE)' })).toEqual([
      '0: u sent 1000, u started',
      '800: v sent 1000',
      '1000: u stopped 1000 "one three."!, v started',
      '2000: v stopped 1000 "one three."!',
    ]);
  });

  it('was cut where the pacing clock stood, 250 ms later', () => {
    expect(play({ commands: '(sa) 296ms c' })).toEqual(['0: u sent 1000, u started', '550: u stopped 300 "one"']);
    expect(play({ commands: '(sa) 295ms c' })).toEqual(['0: u sent 1000, u started', '549: u stopped 299 ""']);
  });
});

/** `P` at 0 is a position of an utterance long gone: the client is known to report. */
describe('a client that reports', () => {
  it('has begun when it reports so, or is beyond the first sample; once', () => {
    expect(play({ commands: '-(sa)', reports: 'P--s---s--p' }).slice(0, 3)).toEqual([
      '1: u sent 1000',
      '3: u started',
      '10: u played 300',
    ]);
    const reportValues = { a: report('position', 0), b: report('position', 1) };
    expect(play({ commands: '-(sa)', reports: 'P--a--b', reportValues }).slice(0, 2)).toEqual([
      '1: u sent 1000',
      '6: u started, u played 1',
    ]);
  });

  it('has begun with the first frame if it has never reported before', () => {
    expect(play({ commands: '(sae)', reports: '---s 299ms p' }).slice(0, 2)).toEqual([
      '0: u sent 1000, u started',
      '303: u played 300',
    ]);
  });

  it('is believed less its output latency, never backwards, never beyond what was sent', () => {
    const reportValues = {
      a: { ...report('position', 20), outputLatencyMs: 50 },
      b: { ...report('position', 350), outputLatencyMs: 50 },
      d: report('position', 2000),
    };
    expect(play({ commands: '(sa)', reports: '-a-p-b-q-p-q-d', reportValues })).toEqual([
      '0: u sent 1000, u started',
      '3: u played 300',
      '7: u played 600',
      '13: u played 1000',
    ]);
  });

  it('is not believed about an utterance that is unknown or has stopped', () => {
    const score = { commands: '(sae)', reports: '-S-P 996ms e-s-p-c' };
    expect(play(score)).toEqual(['0: u sent 1000, u started', '1000: u played 1000, u stopped 1000 "one three."!']);
  });

  it('has stopped when it reports that it has finished', () => {
    expect(play({ commands: '(sae)', reports: '-s 498ms e' })).toEqual([
      '0: u sent 1000, u started',
      '500: u played 1000, u stopped 1000 "one three."!',
    ]);
  });

  it('has then played all, whatever its output latency', () => {
    const reportValues = { e: { ...report('finished', 1000), outputLatencyMs: 50 } };
    const [, ...lines] = play({ commands: '(sae)', reports: '-s 998ms e', reportValues });
    expect(lines).toEqual(['1000: u played 1000, u stopped 1000 "one three."!']);
  });

  it('has stopped when its position is that of the end', () => {
    const reportValues = { a: report('position', 1000) };
    expect(play({ commands: '(sa) 496ms e', reports: '-s 398ms a', reportValues })).toEqual([
      '0: u sent 1000, u started',
      '400: u played 1000',
      '500: u stopped 1000 "one three."!',
    ]);
  });

  it('has not stopped because it ran dry before the end was sent', () => {
    expect(play({ commands: '(sa) 1496ms (ae)', reports: '-s 998ms e' })).toEqual([
      '0: u sent 1000, u started',
      '1000: u played 1000',
      '1500: u sent 2000',
      '3500: u stopped 2000 "one three."!',
    ]);
  });

  it.each([
    [999, '1999: u played 1000, u stopped 1000 "one three."!'],
    [1000, '2000: u played 1000, u stopped 1000 "one three."!'],
    [1001, '2000: u stopped 1000 "one three."!'],
  ])('is waited for 1 s after the pacing clock has reached the end: `finished` comes after %i ms', (ms, line) => {
    const [, ...lines] = play({ commands: '(sae)', reports: `-s ${998 + ms}ms e` });
    expect(lines).toEqual([line]);
  });

  it('is waited for 1 s after the end became known, when that was later', () => {
    const [, ...lines] = play({ commands: '(sa) 1496ms e', reports: '-s' });
    expect(lines).toEqual(['2500: u stopped 1000 "one three."!']);
  });

  it('is ahead of the pacing clock when it reports so: the next utterance plays from there', () => {
    const [, ...lines] = play({ commands: '(saeSA) 794ms C', reports: '-s 498ms e' });
    expect(lines).toEqual(['500: u played 1000, u stopped 1000 "one three."!', '1051: v started, v stopped 301 "one"']);
  });

  it('began before it stopped, even if it never reported so', () => {
    expect(play({ commands: '-(sae)', reports: 'P' })).toEqual([
      '1: u sent 1000',
      '2001: u started, u stopped 1000 "one three."!',
    ]);
  });

  it('has finished one utterance when it begins the next', () => {
    expect(
      play({ commands: '(saeSAE)', reports: '-s 998ms S 1s e', reportValues: { e: report('finished', 1000, 'v') } }),
    ).toEqual([
      '0: u sent 1000, u started, v sent 1000',
      '1000: u stopped 1000 "one three."!, v started',
      '2001: v played 1000, v stopped 1000 "one three."!',
    ]);
  });
});

describe('playout, as an operator', () => {
  it('ends when the commands have ended and nothing sounds any more', () => {
    expect(play({ commands: '(sae|)' }).at(-1)).toBe('1000: u stopped 1000 "one three."!, done');
    expect(play({ commands: '(sa|)' }).at(-1)).toBe('1000: u stopped 1000 "one three."!, done');
    expect(play({ commands: '---|' })).toEqual(['3: done']);
  });

  it('forgets an utterance that has not left when a later one begins: it never will', () => {
    expect(play({ commands: '(SAEsae)' })).toEqual([
      '0: v sent 1000, v started, u sent 1000',
      '1000: v stopped 1000 "one three."!, u started',
      '2000: u stopped 1000 ""!',
    ]);
  });

  it('has one timer at most, and none once unsubscribed', () => {
    const clock = new VirtualTimeScheduler();
    const [commands, reports] = [new Subject<PlayoutCommand>(), new Subject<PlayoutReport>()];
    const running = commands.pipe(playout({ speech: NEVER, reports, scheduler: clock })).subscribe();
    const timers = (input: () => void): number => {
      input();
      return clock.actions.filter(({ closed }) => !closed).length;
    };
    expect(timers(() => commands.next(start()))).toBe(0);
    expect(timers(() => commands.next(audio(9000)))).toBe(0);
    expect(timers(() => reports.next(report('position', 300)))).toBe(1);
    expect(timers(() => commands.next(end(9000)))).toBe(1);
    expect(timers(() => commands.next(clear()))).toBe(1);
    expect(timers(() => running.unsubscribe())).toBe(0);
  });

  it.each([
    ['a client that reports', '-sp 298ms q'],
    ['a client that never does', ''],
  ])('reads what has been heard at any time, as if it were cut then: %s', (_, reports) => {
    const read = (atMs: number, cut: boolean): string => {
      let [readHeard, found] = [(): string => 'none', ''];
      new TestScheduler(() => {}).run(({ hot, flush }) => {
        const values = { ...COMMANDS, c: clear() };
        const commands = cut ? `-(sa) ${atMs - 5}ms c` : '-(sa)';
        const options = { speech: of(...spoken()), reports: hot(reports, REPORTS) };
        const played = playout({ ...options, exposeHeard: (exposed) => (readHeard = exposed) });
        hot(commands, values)
          .pipe(played)
          .subscribe((event) => {
            if (cut && event.kind === 'stopped') found = event.heard.trim();
          });
        timer(atMs).subscribe(() => {
          if (!cut) found = readHeard();
        });
        flush();
      });
      return found;
    };
    const times = [10, 200, 290, 310, 500, 700, 999];
    const heard = times.map((at) => read(at, false));
    expect(heard).toEqual(times.map((at) => read(at, true)));
    expect(new Set(heard)).toContain('one');
  });

  it('knows of all that was sent before a report or a question, although nothing has followed from it', () => {
    const clock = new VirtualTimeScheduler();
    const [commands, speech] = [new Subject<PlayoutCommand>(), new Subject<SpeechEvent>()];
    const [reports, sent] = [new Subject<PlayoutReport>(), new Subject<void>()];
    let [readHeard, heard] = [(): string => 'none', ''];
    const exposeHeard = (read: () => string): void => void (readHeard = read);
    const events: string[] = [];
    commands
      .pipe(playout({ speech, reports, sent, exposeHeard, scheduler: clock }), map(brief))
      .subscribe((event) => events.push(event));
    for (const event of spoken().slice(0, 3)) speech.next(event);
    for (const command of [start(), audio(1000)]) commands.next(command);
    expect(events).toEqual([]);
    reports.next(report('started', 0));
    expect(events).toEqual(['u sent 1000', 'u started']);
    speech.next({ kind: 'mark', utterance: 'u', chars: 10 });
    reports.next(report('position', 1000));
    speech.next({ kind: 'text', utterance: 'u', text: ' Four.' });
    speech.next({ kind: 'audio', utterance: 'u', frame: { samples: new Int16Array(600), sampleRate: 1000 } });
    commands.next(audio(600));
    clock.schedule(() => (heard = readHeard()), 600);
    clock.flush();
    expect(heard).toBe('one three. Four.');
  });

  it('gives each subscriber a ledger of its own', () => {
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(({ cold, expectObservable }) => {
      const events = { a: 'u sent 1000', s: 'u started', e: 'u stopped 1000 ""!' };
      const played = cold('(sae)', COMMANDS).pipe(playout({ speech: NEVER, reports: NEVER }), map(brief));
      expectObservable(played).toBe('(as) 996ms e', events);
      expectObservable(played, '---^').toBe('---(as) 996ms e', events);
    });
  });
});

import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PlayoutCommand, PlayoutReport } from '../../../src/core/playout.ts';
import { ConnectionError } from '../../../src/server/protocols/connectionError.ts';
import { clientPlayout } from '../../../src/server/media/clientPlayout.ts';
import type { PlaybackUpdate } from '../../../src/server/media/sentAudio.ts';

const frame = { samples: new Int16Array(320), sampleRate: 16_000 };
const start = (utterance = 'u'): PlayoutCommand => ({ kind: 'start', utterance, sampleRate: 16_000 });
const audio = (utterance = 'u'): PlayoutCommand => ({ kind: 'audio', utterance, frame });
const end = (utterance = 'u'): PlayoutCommand => ({ kind: 'end', utterance, samples: 320 });
const clear = (utterance = 'u'): PlayoutCommand => ({ kind: 'clear', utterance });

const position = (played_samples: number, utterance_id = 'u'): PlaybackUpdate => {
  return { type: 'playback.position', utterance_id, played_samples };
};
const cleared = (clear_id: number, played_samples = 0, utterance_id = 'u'): PlaybackUpdate => {
  return { type: 'playback.cleared', utterance_id, clear_id, played_samples };
};

/** Carries out what is given, in order. */
function perform(...script: readonly (PlayoutCommand | PlaybackUpdate)[]): {
  readonly sent: readonly unknown[];
  readonly reports: readonly PlayoutReport[];
  readonly fault: unknown;
} {
  const [commands, updates] = [new Subject<PlayoutCommand>(), new Subject<PlaybackUpdate>()];
  const sent: unknown[] = [];
  const reports: PlayoutReport[] = [];
  let fault: unknown;
  const outbox = {
    send: (message: unknown) => sent.push(message),
    sendAudio: (samples: Int16Array) => sent.push(samples),
    sendMark: (name: string) => sent.push(name),
  };
  commands
    .pipe(clientPlayout({ updates, outbox, cleared: { next: () => {} } }))
    .subscribe({ next: (report) => reports.push(report), error: (error: unknown) => (fault = error) });
  for (const step of script) {
    if ('kind' in step) commands.next(step);
    else updates.next(step);
  }
  return { sent, reports, fault };
}

const SILENT = { sendAudio: () => {}, sendMark: () => {} };

describe('clientPlayout', () => {
  it('sends start, audio and end of an utterance', () => {
    expect(perform(start(), audio(), end()).sent).toEqual([
      { type: 'audio.start', utterance_id: 'u', sample_rate: 16_000 },
      frame.samples,
      { type: 'audio.end', utterance_id: 'u', samples: 320 },
    ]);
  });

  it('shows an utterance that is cleared, before the client gets the clear', () => {
    const commands = new Subject<PlayoutCommand>();
    const seen: string[] = [];
    const outbox = { send: ({ type }: { type: string }) => seen.push(type), ...SILENT };
    const cleared = { next: (utterance: string) => seen.push(`cleared ${utterance}`) };
    commands.pipe(clientPlayout({ updates: new Subject(), outbox, cleared })).subscribe();
    for (const command of [start(), audio(), clear()]) commands.next(command);
    expect(seen).toEqual(['audio.start', 'cleared u', 'clear']);
  });

  it('numbers clears', () => {
    expect(perform(start(), audio(), clear(), start('v'), audio('v'), clear('v')).sent.slice(2)).toEqual([
      { type: 'clear', utterance_id: 'u', clear_id: 0 },
      { type: 'audio.start', utterance_id: 'v', sample_rate: 16_000 },
      frame.samples,
      { type: 'clear', utterance_id: 'v', clear_id: 1 },
    ]);
  });

  it('emits playback messages as reports', () => {
    const script: readonly (PlayoutCommand | PlaybackUpdate)[] = [
      start(),
      audio(),
      { type: 'playback.started', utterance_id: 'u', played_samples: 0 },
      { ...position(160), type: 'playback.position', output_latency_ms: 12 },
      end(),
      { type: 'playback.finished', utterance_id: 'u', played_samples: 320 },
    ];
    expect(perform(...script).reports).toEqual([
      { kind: 'started', utterance: 'u', playedSamples: 0 },
      { kind: 'position', utterance: 'u', playedSamples: 160, outputLatencyMs: 12 },
      { kind: 'finished', utterance: 'u', playedSamples: 320 },
    ]);
  });

  it('emits the answer to a clear', () => {
    expect(perform(start(), audio(), clear(), cleared(0, 100)).reports).toEqual([
      { kind: 'cleared', utterance: 'u', playedSamples: 100 },
    ]);
  });

  it.each([
    [319, 319],
    [320, 320],
    [321, 320],
    [Number.MAX_SAFE_INTEGER, 320],
  ])('takes %i of 320 samples for %i: nobody can have played what was not sent', (updates, meant) => {
    expect(perform(start(), audio(), position(updates)).reports).toMatchObject([{ playedSamples: meant }]);
  });

  it('accepts reports on the latest 32 utterances', () => {
    const later = Array.from({ length: 31 }, (_, n) => start(`v${n}`));
    expect(perform(start(), ...later, position(0)).fault).toBeUndefined();
    expect(perform(start(), ...later, start('w'), position(0)).fault).toBeInstanceOf(ConnectionError);
  });

  it.each([
    [
      'an utterance that was never sent',
      [start(), position(0, 'v')],
      '"utterance_id" of playback.position to be an utterance that was sent, got v',
    ],
    [
      'a clear that was not asked for',
      [start(), audio(), cleared(0)],
      '"clear_id" of playback.cleared to be the one that was sent for u, got 0',
    ],
    [
      'a clear by another number',
      [start(), clear(), cleared(1)],
      '"clear_id" of playback.cleared to be the one that was sent for u, got 1',
    ],
    [
      'the clear of another utterance',
      [start(), clear(), start('v'), clear('v'), cleared(0, 0, 'v')],
      '"clear_id" of playback.cleared to be the one that was sent for v, got 0',
    ],
  ] as const)('refuses %s', (_name, script, sentence) => {
    expect(perform(...script).fault).toEqual(new ConnectionError('protocol_error', `Expected ${sentence}.`));
  });

  it('starts without state for every subscriber', () => {
    const commands = new Subject<PlayoutCommand>();
    const updates = new Subject<PlaybackUpdate>();
    const carry = clientPlayout({
      updates,
      outbox: { send: () => {}, ...SILENT },
      cleared: { next: () => {} },
    });
    commands
      .pipe(carry)
      .subscribe()
      .add(() => {});
    commands.next(start());
    let fault: unknown;
    commands.pipe(carry).subscribe({ error: (error: unknown) => (fault = error) });
    updates.next(position(0));
    expect(fault).toBeInstanceOf(ConnectionError);
  });
});

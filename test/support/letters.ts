import type { SttEvent, SttInput } from '../../src/core/ports.ts';
import type { Settlement, Transcript } from '../../src/core/speech.ts';
import { silence, voiced } from '../../src/testing/audio.ts';
import { settlements, transcripts } from '../../src/testing/fixtures.ts';

// Letters of marble diagrams beside those of `antiphon/testing`.

type Values<T> = Readonly<Record<string, T>>;

/** Flags: `t` true · `f` false. */
export const flags: Readonly<Record<'t' | 'f', boolean>> = { t: true, f: false };

/** The input of a recogniser: `s` start · `v` 100 ms of voice · `.` 100 ms of silence · `f` flush · `e` end. */
export const sttInputs: Values<SttInput> = both((segment) => ({
  s: { kind: 'start', segment },
  v: { kind: 'audio', segment, frame: voiced(100) },
  '.': { kind: 'audio', segment, frame: silence(100) },
  f: { kind: 'flush', segment },
  e: { kind: 'end', segment },
}));

/**
 * The output of a recogniser: `i` `j` `o` interims and `f` the final, as in transcripts · `e` empty · `x` failed · `p` a final
 * that is not the last · `v` a final without text · `a` a provisional final · `q` the same, not the last · `r` a report.
 */
export const sttEvents: Values<SttEvent> = both((segment) => {
  const { i, j, o, f, I, J, O, F } = transcripts;
  const [interim, longer, blank, final] = segment === 0 ? [i, j, o, f] : [I, J, O, F];
  const provisional = { kind: 'final', segment, text: longer.text, provisional: true } as SttEvent;
  return {
    i: interim,
    j: longer,
    o: blank,
    f: final,
    p: { ...final, last: false },
    v: { kind: 'final', segment, text: ' ' },
    a: provisional,
    q: { ...provisional, last: false } as SttEvent,
    r: { kind: 'report', error: new Error('refused') },
    e: { kind: 'empty', segment },
    x: { kind: 'failed', segment, error: new Error('no such voice') },
  };
});

/** The output of transcribe, transcripts and settlements in one stream: `f` is the final, `d` settled by it. */
export const transcribed: Values<Transcript | Settlement> = {
  ...settlements,
  ...transcripts,
  d: settlements.f,
  D: settlements.F,
};

/** Lower case for segment 0, upper case for segment 1. */
function both<T>(create: (segment: number) => Values<T>): Values<T> {
  const upper = Object.entries(create(1)).map(([letter, value]) => [letter.toUpperCase(), value] as const);
  return { ...create(0), ...Object.fromEntries(upper) };
}
